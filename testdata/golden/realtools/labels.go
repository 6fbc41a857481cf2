package realtools

import "errors"

// GetLabel reads a label of a repository.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - name: Name of the label
//
//dsh:tool open readonly openworld parallel
func GetLabel(owner, repo, name string) Request {
	return get("repos", owner, repo, "labels", name)
}

// ListLabel lists the labels of a repository.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//
//dsh:tool open readonly openworld parallel
func ListLabel(owner, repo string) Request {
	return get("repos", owner, repo, "labels")
}

// LabelWrite creates, changes or deletes a label.
//
//   - method: What to do
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - name: Name of the label
//   - newName: New name, for update
//   - color: Six hexadecimal digits, without #; create needs it
//   - description: What the label is for
//
//dsh:tool open destructive openworld
//dsh:param method enum=create|update|delete
//dsh:param newName name=new_name
func LabelWrite(method, owner, repo, name string, newName, color, description *string) (Request, error) {
	switch method {
	case "create":
		if color == nil {
			return Request{}, errors.New("create needs a color")
		}
		return post("repos", owner, repo, "labels").
			with("name", name).with("color", color).with("description", description), nil
	case "update":
		return patch("repos", owner, repo, "labels", name).
			with("new_name", newName).with("color", color).with("description", description), nil
	}
	return remove("repos", owner, repo, "labels", name), nil
}

// ListIssueFields lists the custom fields that issues can have.
//
//   - owner: Organization, or the account that owns the repository
//   - repo: Repository name; without it, the fields of the organization
//
//dsh:tool open readonly openworld parallel
func ListIssueFields(owner string, repo *string) Request {
	return owned(owner, repo).under("issue-fields")
}

// ListIssueTypes lists the types that issues can have, such as bug or task.
//
//   - owner: Organization, or the account that owns the repository
//   - repo: Repository name; without it, the types of the organization
//
//dsh:tool open readonly openworld parallel
func ListIssueTypes(owner string, repo *string) Request {
	return owned(owner, repo).under("issue-types")
}

// UIGet reads what a form needs to offer as choices.
//
//   - method: Which choices
//   - owner: Organization, or the account that owns the repository
//   - repo: Repository name; all but issue types need it
//
//dsh:tool open readonly openworld parallel
//dsh:param method enum=labels|assignees|milestones|issue_types|branches|issue_fields|reviewers
func UIGet(method, owner string, repo *string) Request {
	return owned(owner, repo).under(method)
}

// owned returns a request about a repository, or about its owner when there is
// no repository.
func owned(owner string, repo *string) Request {
	if repo == nil {
		return get("orgs", owner)
	}
	return get("repos", owner, *repo)
}
