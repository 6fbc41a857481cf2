package realtools

// AddSubIssue makes an issue a part of another one.
//
//dsh:tool open openworld
//dsh:param issueNumber name=issue_number minimum=1
//dsh:param subIssueID name=sub_issue_id
//dsh:param replaceParent name=replace_parent
func AddSubIssue(
	owner string, // Account that owns the repository
	repo string, // Repository name
	issueNumber float64, // Number of the parent issue
	subIssueID float64, // ID (not the number) of the issue to add
	replaceParent *bool, // Take the issue away from the parent it has
) Request {
	return issue(post, owner, repo, issueNumber).under("sub_issues").
		with("sub_issue_id", subIssueID).with("replace_parent", replaceParent)
}

// RemoveSubIssue takes an issue out of its parent. The issue itself stays.
//
//dsh:tool open idempotent openworld
//dsh:param issueNumber name=issue_number minimum=1
//dsh:param subIssueID name=sub_issue_id
func RemoveSubIssue(
	owner string, // Account that owns the repository
	repo string, // Repository name
	issueNumber float64, // Number of the parent issue
	subIssueID float64, // ID (not the number) of the issue to remove
) Request {
	return issue(remove, owner, repo, issueNumber).under("sub_issue").
		with("sub_issue_id", subIssueID)
}

// ReprioritizeSubIssue moves an issue within the list of its parent.
//
//dsh:tool open openworld
//dsh:param issueNumber name=issue_number minimum=1
//dsh:param subIssueID name=sub_issue_id
//dsh:param afterID name=after_id
//dsh:param beforeID name=before_id
func ReprioritizeSubIssue(
	owner string, // Account that owns the repository
	repo string, // Repository name
	issueNumber float64, // Number of the parent issue
	subIssueID float64, // ID (not the number) of the issue to move
	afterID *float64, // ID of the issue to stand behind; or give before_id
	beforeID *float64, // ID of the issue to stand before; or give after_id
) Request {
	return issue(patch, owner, repo, issueNumber).under("sub_issues", "priority").
		with("sub_issue_id", subIssueID).with("after_id", afterID).with("before_id", beforeID)
}

// Dependency names two issues, one of which waits for the other.
type Dependency struct {
	// Add or remove the dependency.
	//
	//dsh:field enum=add|remove
	Method string `json:"method"`
	// Whether the issue waits for the related one, or the related one for it.
	//
	//dsh:field enum=blocked_by|blocking
	Type string `json:"type"`
	Repository
	// Number of the issue.
	Number float64 `json:"issue_number"`
	// Number of the related issue.
	RelatedNumber float64 `json:"related_issue_number"`
	// Owner of the related issue's repository, if it is another one.
	RelatedOwner *string `json:"related_owner,omitempty"`
	// Repository of the related issue, if it is another one.
	RelatedRepo *string `json:"related_repo,omitempty"`
}

// IssueDependencyWrite adds or removes a dependency between two issues.
//
//dsh:tool open openworld
func IssueDependencyWrite(d Dependency) Request {
	verb := post
	if d.Method == "remove" {
		verb = remove
	}
	related := issue(get, or(d.RelatedOwner, d.Owner), or(d.RelatedRepo, d.Repo), d.RelatedNumber)
	return issue(verb, d.Owner, d.Repo, d.Number).under("dependencies", d.Type).
		with("related", related.Path)
}
