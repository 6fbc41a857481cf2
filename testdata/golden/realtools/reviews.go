package realtools

import "errors"

// Side is a side of a split diff.
type Side string

// The sides of a diff.
const (
	Left  Side = "LEFT"
	Right Side = "RIGHT"
)

// SubjectType is what a review comment is about.
type SubjectType string

// The subjects of a review comment.
const (
	WholeFile SubjectType = "FILE"
	OneLine   SubjectType = "LINE"
)

// CommentPlace is the place in a diff that a review comment is attached to.
type CommentPlace struct {
	// File, relative to the root of the repository.
	Path string `json:"path"`
	// Whether the comment is about the file or about lines of it.
	SubjectType SubjectType `json:"subjectType"`
	// Line in the diff; the last one, for several lines.
	Line *float64 `json:"line,omitempty"`
	// Side of the diff that line counts on: LEFT for the old text.
	Side *Side `json:"side,omitempty"`
	// First line, for several lines.
	StartLine *float64 `json:"startLine,omitempty"`
	// Side of the diff that startLine counts on.
	StartSide *Side `json:"startSide,omitempty"`
}

func (r Request) at(p CommentPlace) Request {
	return r.with("path", p.Path).with("subject_type", p.SubjectType).
		with("line", p.Line).with("side", p.Side).
		with("start_line", p.StartLine).with("start_side", p.StartSide)
}

// PendingComment adds a comment to a review that is not submitted yet.
type PendingComment struct {
	Repository
	// Number of the pull request.
	Number float64 `json:"pullNumber"`
	// Text of the comment, in Markdown.
	Body string `json:"body"`
	CommentPlace
}

// AddCommentToPendingReview adds a comment to your pending review of a pull
// request. There must be one: see pull_request_review_write.
//
//dsh:tool open openworld
func AddCommentToPendingReview(c PendingComment) Request {
	return pull(post, c.Owner, c.Repo, c.Number).under("reviews", "pending", "comments").
		with("body", c.Body).at(c.CommentPlace)
}

// ReviewComment is a comment of its own, outside any review.
type ReviewComment struct {
	Repository
	// Number of the pull request.
	//
	//dsh:field minimum=1
	Number float64 `json:"pullNumber"`
	// Text of the comment, in Markdown.
	Body string `json:"body"`
	CommentPlace
}

// AddPullRequestReviewComment comments on the diff of a pull request at once,
// without a review.
//
//dsh:tool open openworld
func AddPullRequestReviewComment(c ReviewComment) Request {
	return pull(post, c.Owner, c.Repo, c.Number).under("comments").
		with("body", c.Body).at(c.CommentPlace)
}

// AddReplyToPullRequestComment answers a review comment, with text or with a
// reaction.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - commentID: Comment to answer
//   - pullNumber: Number of the pull request; a reply in text needs it
//   - body: Text of the reply, in Markdown
//   - reaction: Reaction to add
//
//dsh:tool open openworld
//dsh:param commentID name=commentId minimum=1
func AddReplyToPullRequestComment(owner, repo string, commentID float64, pullNumber *float64, body *string, reaction *Reaction) (Request, error) {
	if body == nil {
		if reaction == nil {
			return Request{}, errors.New("nothing to add: give a body or a reaction")
		}
		return post("repos", owner, repo, "pulls", "comments", number(commentID), "reactions").
			with("content", reaction), nil
	}
	if pullNumber == nil {
		return Request{}, errors.New("a reply in text needs pullNumber")
	}
	return pull(post, owner, repo, *pullNumber).under("comments", number(commentID), "replies").
		with("body", body).with("reaction", reaction), nil
}

// Verdict is the outcome of a review.
type Verdict string

// The verdicts.
const (
	Approve        Verdict = "APPROVE"
	RequestChanges Verdict = "REQUEST_CHANGES"
	CommentOnly    Verdict = "COMMENT"
)

// CreatePullRequestReview starts a review of a pull request. With an event it
// is submitted at once, without one it stays pending.
//
//dsh:tool open openworld
//dsh:param pullNumber minimum=1
func CreatePullRequestReview(
	owner string, // Account that owns the repository
	repo string, // Repository name
	pullNumber float64, // Number of the pull request
	body *string, // Summary, in Markdown
	event *Verdict, // Verdict; absent for a pending review
	commitID *string, // Commit to review; the newest when absent
) Request {
	return pull(post, owner, repo, pullNumber).under("reviews").
		with("body", body).with("event", event).with("commit_id", commitID)
}

// Review is a step in the life of a review.
type Review struct {
	// What to do.
	//
	//dsh:field enum=create|submit_pending|delete_pending|resolve_thread|unresolve_thread
	Method string `json:"method"`
	Repository
	// Number of the pull request.
	Number float64 `json:"pullNumber"`
	// Summary, in Markdown.
	Body *string `json:"body,omitempty"`
	// Verdict; create leaves the review pending without one.
	Event *Verdict `json:"event,omitempty"`
	// Commit to review; the newest when absent.
	CommitID *string `json:"commitID,omitempty"`
	// Node ID of the thread, for resolve_thread and unresolve_thread.
	ThreadID *string `json:"threadId,omitempty"`
}

// PullRequestReviewWrite creates, submits or deletes a review, and resolves its
// threads.
//
//dsh:tool open destructive openworld
func PullRequestReviewWrite(a Review) (Request, error) {
	switch a.Method {
	case "create", "submit_pending":
		return pull(post, a.Owner, a.Repo, a.Number).under("reviews", a.Method).
			with("body", a.Body).with("event", a.Event).with("commit_id", a.CommitID), nil
	case "delete_pending":
		return pull(remove, a.Owner, a.Repo, a.Number).under("reviews", "pending"), nil
	}
	if a.ThreadID == nil {
		return Request{}, errors.New(a.Method + " needs threadId")
	}
	return thread(*a.ThreadID, a.Method == "resolve_thread"), nil
}

// ResolveReviewThread marks a thread of a review as settled.
//
//dsh:tool open idempotent openworld
func ResolveReviewThread(
	threadID string, // Node ID of the thread
) Request {
	return thread(threadID, true)
}

// UnresolveReviewThread takes a thread of a review up again.
//
//dsh:tool open idempotent openworld
func UnresolveReviewThread(
	threadID string, // Node ID of the thread
) Request {
	return thread(threadID, false)
}

func thread(id string, resolved bool) Request {
	return patch("threads", id).with("resolved", resolved)
}
