package realtools

// CreateIssue opens an issue.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - title: Title of the issue
//   - body: Text of the issue, in Markdown
//
//dsh:tool open openworld
func CreateIssue(owner, repo, title string, body *string) Request {
	return post("repos", owner, repo, "issues").with("title", title).with("body", body)
}

// IssueRead reads one issue or what hangs on it: comments, sub-issues, its
// parent, its labels.
//
//   - method: What to read
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - issueNumber: Number of the issue
//   - page: Page to read, counted from 1
//   - perPage: Results per page
//
//dsh:tool open readonly openworld parallel
//dsh:param method enum=get|get_comments|get_sub_issues|get_parent|get_labels
//dsh:param issueNumber name=issue_number
//dsh:param page minimum=1
//dsh:param perPage minimum=1 maximum=100
func IssueRead(method, owner, repo string, issueNumber float64, page, perPage *float64) Request {
	r := issue(get, owner, repo, issueNumber)
	switch method {
	case "get_comments":
		r = r.under("comments")
	case "get_sub_issues":
		r = r.under("sub_issues")
	case "get_parent":
		r = r.under("parent")
	case "get_labels":
		r = r.under("labels")
	}
	return r.page(Paging{Page: page, PerPage: perPage})
}

// IssueField is a part of an issue that a list may be limited to.
type IssueField string

// The fields of an issue in a list.
const (
	FieldNumber    IssueField = "number"
	FieldTitle     IssueField = "title"
	FieldBody      IssueField = "body"
	FieldState     IssueField = "state"
	FieldUser      IssueField = "user"
	FieldLabels    IssueField = "labels"
	FieldAssignees IssueField = "assignees"
	FieldComments  IssueField = "comments"
	FieldCreated   IssueField = "created_at"
	FieldUpdated   IssueField = "updated_at"
	FieldValues    IssueField = "field_values"
)

// FieldFilter keeps the issues whose custom field has a value.
type FieldFilter struct {
	// Name of the custom field.
	Name string `json:"field_name"`
	// Value the field must have.
	Value string `json:"value"`
}

// String returns the filter in the syntax of a query.
func (f FieldFilter) String() string { return f.Name + ":" + f.Value }

// IssueFilter says which issues of a repository to list, and how.
type IssueFilter struct {
	Repository
	// Keep issues in this state only.
	//
	//dsh:field enum=OPEN|CLOSED
	State *string `json:"state,omitempty"`
	// Keep issues that carry all of these labels.
	Labels []string `json:"labels,omitempty"`
	// Keep issues whose custom fields match.
	//
	//dsh:field open
	FieldFilters []FieldFilter `json:"field_filters,omitempty"`
	// Keep issues updated at or after this time, in ISO 8601.
	Since *string `json:"since,omitempty"`
	// What to sort by; needs direction.
	//
	//dsh:field enum=CREATED_AT|UPDATED_AT|COMMENTS
	OrderBy *string `json:"orderBy,omitempty"`
	// Direction of the sort; needs orderBy.
	//
	//dsh:field enum=ASC|DESC
	Direction *string `json:"direction,omitempty"`
	// Parts of each issue to return; all when absent.
	Fields []IssueField `json:"fields,omitempty"`
	// Cursor of the page before, from its pageInfo.
	After *string `json:"after,omitempty"`
	// Results per page.
	//
	//dsh:field minimum=1 maximum=100
	PerPage *float64 `json:"perPage,omitempty"`
}

// ListIssues lists the issues of a repository.
//
//dsh:tool open readonly openworld parallel
func ListIssues(a IssueFilter) Request {
	return get("repos", a.Owner, a.Repo, "issues").
		with("state", a.State).with("labels", a.Labels).with("filter", a.FieldFilters).
		with("since", a.Since).with("sort", a.OrderBy).with("direction", a.Direction).
		with("fields", a.Fields).with("after", a.After).with("per_page", a.PerPage)
}

// AddIssueComment comments on an issue or reacts to it. With a comment ID the
// reaction goes to that comment.
//
//dsh:tool open openworld
//dsh:param issueNumber name=issue_number
//dsh:param body minLength=1
//dsh:param commentID name=comment_id minimum=1
func AddIssueComment(
	owner string, // Account that owns the repository
	repo string, // Repository name
	issueNumber float64, // Number of the issue or pull request
	body *string, // Text of the comment, in Markdown
	commentID *int, // Comment to react to
	reaction *Reaction, // Reaction to add
) Request {
	r := issue(post, owner, repo, issueNumber).under("comments")
	return r.with("body", body).with("comment_id", commentID).with("reaction", reaction)
}

// AddIssueCommentReaction reacts to a comment.
//
//dsh:tool open idempotent openworld
//dsh:param owner "Account that owns the repository"
//dsh:param repo "Repository name"
//dsh:param commentID name=comment_id minimum=1 "Comment to react to"
//dsh:param content "Reaction to add"
func AddIssueCommentReaction(owner, repo string, commentID float64, content Reaction) Request {
	return post("repos", owner, repo, "issues", "comments", number(commentID), "reactions").
		with("content", content)
}

// AssignCopilotToIssue hands an issue to the coding agent of the forge, which
// answers with a pull request.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - issueNumber: Number of the issue
//   - baseRef: Branch to start from; the default branch when absent
//   - customInstructions: Further guidance that is not in the issue
//
//dsh:tool open idempotent openworld
//dsh:param issueNumber name=issue_number
//dsh:param baseRef name=base_ref
//dsh:param customInstructions name=custom_instructions
func AssignCopilotToIssue(owner, repo string, issueNumber float64, baseRef, customInstructions *string) Request {
	return issue(post, owner, repo, issueNumber).under("assignees").
		with("base_ref", baseRef).with("custom_instructions", customInstructions)
}

// DuplicateQuery asks for issues that report the same as another one.
type DuplicateQuery struct {
	Repository
	// Issue to find duplicates of.
	Number float64 `json:"issue_number"`
	// Least likeness to report, from 0 to 1.
	Threshold *float64 `json:"confidence_threshold,omitempty"`
	Paging
}

// FindDuplicate looks for issues that report the same as the given one.
//
//dsh:tool open readonly openworld parallel
func FindDuplicate(q DuplicateQuery) Request {
	return issue(get, q.Owner, q.Repo, q.Number).under("duplicates").
		with("threshold", q.Threshold).page(q.Paging)
}

func issue(verb func(...string) Request, owner, repo string, n float64) Request {
	return verb("repos", owner, repo, "issues", number(n))
}
