package realtools

// GetDiscussion reads a discussion.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - discussionNumber: Number of the discussion
//
//dsh:tool open readonly openworld parallel
func GetDiscussion(owner, repo string, discussionNumber float64) Request {
	return get("repos", owner, repo, "discussions", number(discussionNumber))
}

// ListDiscussionCategories lists the categories that discussions are sorted into.
//
//   - owner: Organization, or the account that owns the repository
//   - repo: Repository name; without it, the categories of the organization
//
//dsh:tool open readonly openworld parallel
func ListDiscussionCategories(owner string, repo *string) Request {
	return owned(owner, repo).under("discussions", "categories")
}

// ListDiscussions lists discussions.
//
//   - owner: Organization, or the account that owns the repository
//   - repo: Repository name; without it, the discussions of the organization
//   - category: Keep discussions of this category, by its ID
//   - orderBy: What to sort by; needs direction
//   - direction: Direction of the sort; needs orderBy
//   - after: Cursor of the page before
//   - perPage: Results per page
//
//dsh:tool open readonly openworld parallel
//dsh:param orderBy enum=CREATED_AT|UPDATED_AT
//dsh:param direction enum=ASC|DESC
//dsh:param perPage minimum=1 maximum=100
func ListDiscussions(owner string, repo, category, orderBy, direction, after *string, perPage *float64) Request {
	return owned(owner, repo).under("discussions").
		with("category", category).with("sort", orderBy).with("direction", direction).
		with("after", after).with("per_page", perPage)
}
