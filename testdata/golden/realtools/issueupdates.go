package realtools

// Confidence says how sure the model is of a change that it proposes.
type Confidence string

// The levels of confidence.
const (
	LowConfidence    Confidence = "LOW"
	MediumConfidence Confidence = "MEDIUM"
	HighConfidence   Confidence = "HIGH"
)

// Proposal explains a change that a person may want to review.
type Proposal struct {
	// How sure you are of the change.
	Confidence *Confidence `json:"confidence,omitempty"`
	// Propose the change instead of making it.
	IsSuggestion *bool `json:"is_suggestion,omitempty"`
	// Why the change is right, in a sentence or two.
	//
	//dsh:field maxLength=280
	Rationale *string `json:"rationale,omitempty"`
}

// UpdateIssueTitle renames an issue.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - issueNumber: Number of the issue
//   - title: New title
//
//dsh:tool open idempotent openworld
//dsh:param issueNumber name=issue_number minimum=1
func UpdateIssueTitle(owner, repo string, issueNumber float64, title string) Request {
	return issue(patch, owner, repo, issueNumber).with("title", title)
}

// UpdateIssueBody replaces the text of an issue.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - issueNumber: Number of the issue
//   - body: New text, in Markdown
//
//dsh:tool open idempotent openworld
//dsh:param issueNumber name=issue_number minimum=1
func UpdateIssueBody(owner, repo string, issueNumber float64, body string) Request {
	return issue(patch, owner, repo, issueNumber).with("body", body)
}

// UpdateIssueMilestone puts an issue into a milestone.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - issueNumber: Number of the issue
//   - milestone: Number of the milestone
//
//dsh:tool open idempotent openworld
//dsh:param issueNumber name=issue_number minimum=1
//dsh:param milestone minimum=1
func UpdateIssueMilestone(owner, repo string, issueNumber float64, milestone int) Request {
	return issue(patch, owner, repo, issueNumber).with("milestone", milestone)
}

// StateReason says why an issue was closed.
type StateReason string

// The reasons to close an issue.
const (
	Completed  StateReason = "completed"
	NotPlanned StateReason = "not_planned"
	Duplicate  StateReason = "duplicate"
)

// IssueStateChange opens or closes an issue.
type IssueStateChange struct {
	Repository
	// Number of the issue.
	//
	//dsh:field minimum=1
	Number float64 `json:"issue_number"`
	// New state.
	State OpenState `json:"state"`
	// Why it is closed.
	Reason *StateReason `json:"state_reason,omitempty"`
	// Issue that this one repeats, when the reason is duplicate.
	//
	//dsh:field minimum=1
	DuplicateOf *float64 `json:"duplicate_of,omitempty"`
	Proposal
}

// UpdateIssueState opens or closes an issue.
//
//dsh:tool open idempotent openworld
func UpdateIssueState(a IssueStateChange) Request {
	return issue(patch, a.Owner, a.Repo, a.Number).
		with("state", a.State).with("state_reason", a.Reason).with("duplicate_of", a.DuplicateOf).
		with("confidence", a.Confidence).with("is_suggestion", a.IsSuggestion).with("rationale", a.Rationale)
}

// FieldValue sets or clears one custom field of an issue. Exactly one of the
// values, or Delete, is meant to be present.
type FieldValue struct {
	// Node ID of the field.
	FieldID string `json:"field_id"`
	// Text, for a text field.
	Text *string `json:"text_value,omitempty"`
	// Number, for a number field.
	Number *float64 `json:"number_value,omitempty"`
	// Date as YYYY-MM-DD, for a date field.
	Date *string `json:"date_value,omitempty"`
	// Node ID of the option, for a single-select field.
	OptionID *string `json:"single_select_option_id,omitempty"`
	// Clear the field.
	Delete *bool `json:"delete,omitempty"`
	Proposal
}

// String returns the change as one assignment.
func (v FieldValue) String() string {
	switch {
	case or(v.Delete, false):
		return v.FieldID + "="
	case v.Text != nil:
		return v.FieldID + "=" + *v.Text
	case v.Number != nil:
		return v.FieldID + "=" + number(*v.Number)
	case v.Date != nil:
		return v.FieldID + "=" + *v.Date
	}
	return v.FieldID + "=" + or(v.OptionID, "")
}

// SetIssueFields sets or clears custom fields of an issue.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - issueNumber: Number of the issue
//   - fields: Fields to set or clear
//
//dsh:tool open idempotent openworld
//dsh:param issueNumber name=issue_number minimum=1
//dsh:param fields minItems=1 open
func SetIssueFields(owner, repo string, issueNumber float64, fields []FieldValue) Request {
	return issue(patch, owner, repo, issueNumber).under("fields").with("fields", fields)
}
