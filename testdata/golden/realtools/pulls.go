package realtools

// PullRequestChange lists what to change in a pull request. What is absent
// stays as it is.
type PullRequestChange struct {
	Repository
	Number    float64    `json:"pullNumber"`                      // Number of the pull request
	Title     *string    `json:"title,omitempty"`                 // New title
	Body      *string    `json:"body,omitempty"`                  // New text, in Markdown
	State     *OpenState `json:"state,omitempty"`                 // New state
	Draft     *bool      `json:"draft,omitempty"`                 // Whether it is a draft
	Base      *string    `json:"base,omitempty"`                  // Branch to merge into
	Modify    *bool      `json:"maintainer_can_modify,omitempty"` // Whether maintainers may push to its branch
	Reviewers []string   `json:"reviewers,omitempty"`             // Accounts to ask for a review
}

// UpdatePullRequest changes a pull request.
//
//dsh:tool open idempotent openworld
func UpdatePullRequest(a PullRequestChange) Request {
	return pull(patch, a.Owner, a.Repo, a.Number).
		with("title", a.Title).with("body", a.Body).with("state", a.State).with("draft", a.Draft).
		with("base", a.Base).with("maintainer_can_modify", a.Modify).with("reviewers", a.Reviewers)
}

// UpdatePullRequestBody replaces the text of a pull request.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - pullNumber: Number of the pull request
//   - body: New text, in Markdown
//
//dsh:tool open idempotent openworld
//dsh:param pullNumber minimum=1
func UpdatePullRequestBody(owner, repo string, pullNumber float64, body string) Request {
	return pull(patch, owner, repo, pullNumber).with("body", body)
}

// UpdatePullRequestBranch merges the base branch into the branch of a pull
// request.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - pullNumber: Number of the pull request
//   - expectedHeadSha: Commit that the branch must be at
//
//dsh:tool open openworld
func UpdatePullRequestBranch(owner, repo string, pullNumber float64, expectedHeadSha *string) Request {
	return pull(put, owner, repo, pullNumber).under("update-branch").
		with("expected_head_sha", expectedHeadSha)
}

// UpdatePullRequestDraftState makes a pull request a draft, or ready for review.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - pullNumber: Number of the pull request
//   - draft: True for a draft, false for ready
//
//dsh:tool open idempotent openworld
//dsh:param pullNumber minimum=1
func UpdatePullRequestDraftState(owner, repo string, pullNumber float64, draft bool) Request {
	return pull(patch, owner, repo, pullNumber).with("draft", draft)
}

// UpdatePullRequestState opens or closes a pull request.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - pullNumber: Number of the pull request
//   - state: New state
//
//dsh:tool open idempotent openworld
//dsh:param pullNumber minimum=1
func UpdatePullRequestState(owner, repo string, pullNumber float64, state OpenState) Request {
	return pull(patch, owner, repo, pullNumber).with("state", state)
}

// MergeMethod is a way to bring commits into the base branch.
type MergeMethod string

// The ways to merge.
const (
	Merge  MergeMethod = "merge"
	Squash MergeMethod = "squash"
	Rebase MergeMethod = "rebase"
)

// MergePullRequest merges a pull request into its base branch.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - pullNumber: Number of the pull request
//   - commitTitle: First line of the commit message
//   - commitMessage: Rest of the commit message
//   - mergeMethod: How to merge; the setting of the repository when absent
//
//dsh:tool open destructive openworld
//dsh:param commitTitle name=commit_title
//dsh:param commitMessage name=commit_message
//dsh:param mergeMethod name=merge_method
func MergePullRequest(owner, repo string, pullNumber float64, commitTitle, commitMessage *string, mergeMethod *MergeMethod) Request {
	return pull(put, owner, repo, pullNumber).under("merge").
		with("commit_title", commitTitle).with("commit_message", commitMessage).
		with("merge_method", mergeMethod)
}

// RequestCopilotReview asks the coding agent of the forge to review a pull
// request.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - pullNumber: Number of the pull request
//
//dsh:tool open openworld
func RequestCopilotReview(owner, repo string, pullNumber float64) Request {
	return pull(post, owner, repo, pullNumber).under("requested_reviewers").
		with("reviewers", "copilot")
}

func pull(verb func(...string) Request, owner, repo string, n float64) Request {
	return verb("repos", owner, repo, "pulls", number(n))
}
