package realtools

// CodeField is a part of a code search result.
type CodeField string

// The parts of a code search result.
const (
	CodeName    CodeField = "name"
	CodePath    CodeField = "path"
	CodeSHA     CodeField = "sha"
	CodeRepo    CodeField = "repository"
	CodeMatches CodeField = "text_matches"
)

// SearchCode finds code.
//
//   - query: Words and qualifiers, such as repo:owner/name or language:go
//   - sort: What to sort by
//   - order: Direction of the sort
//   - page: Page to read, counted from 1
//   - perPage: Results per page
//   - fields: Parts of each result to return; all when absent
//
//dsh:tool open readonly openworld parallel
//dsh:param page minimum=1
//dsh:param perPage minimum=1 maximum=100
func SearchCode(query string, sort *string, order *Order, page, perPage *float64, fields ...CodeField) Request {
	return find("code", Search{query, order, Paging{page, perPage}}, sort).with("fields", fields)
}

// Search is what all searches ask for. Argument structs embed it.
type Search struct {
	// Words and qualifiers, in the search syntax of the forge.
	Query string `json:"query"`
	// Direction of the sort.
	Order *Order `json:"order,omitempty"`
	Paging
}

// CommitSearch looks for commits.
type CommitSearch struct {
	Search
	// What to sort by; the best match first when absent.
	//
	//dsh:field enum=author-date|committer-date
	Sort *string `json:"sort,omitempty"`
}

// SearchCommits finds commits by their message and qualifiers.
//
//dsh:tool open readonly openworld parallel
func SearchCommits(s CommitSearch) Request { return find("commits", s.Search, s.Sort) }

// IssueSort is what found issues are sorted by.
type IssueSort string

// The keys to sort issues by.
const (
	ByComments     IssueSort = "comments"
	ByReactions    IssueSort = "reactions"
	ByThumbsUp     IssueSort = "reactions-+1"
	ByThumbsDown   IssueSort = "reactions--1"
	BySmiles       IssueSort = "reactions-smile"
	ByThinking     IssueSort = "reactions-thinking_face"
	ByHearts       IssueSort = "reactions-heart"
	ByTada         IssueSort = "reactions-tada"
	ByInteractions IssueSort = "interactions"
	ByCreated      IssueSort = "created"
	ByUpdated      IssueSort = "updated"
)

// FoundField is a part of an issue that a search may be limited to.
type FoundField string

// The parts of a found issue.
const (
	FoundNumber      FoundField = "number"
	FoundTitle       FoundField = "title"
	FoundBody        FoundField = "body"
	FoundState       FoundField = "state"
	FoundStateReason FoundField = "state_reason"
	FoundDraft       FoundField = "draft"
	FoundLocked      FoundField = "locked"
	FoundURL         FoundField = "html_url"
	FoundUser        FoundField = "user"
	FoundAssociation FoundField = "author_association"
	FoundLabels      FoundField = "labels"
	FoundAssignee    FoundField = "assignee"
	FoundAssignees   FoundField = "assignees"
	FoundMilestone   FoundField = "milestone"
	FoundComments    FoundField = "comments"
	FoundReactions   FoundField = "reactions"
	FoundCreated     FoundField = "created_at"
	FoundUpdated     FoundField = "updated_at"
	FoundClosed      FoundField = "closed_at"
	FoundClosedBy    FoundField = "closed_by"
	FoundType        FoundField = "type"
	FoundRepoURL     FoundField = "repository_url"
	FoundPullRequest FoundField = "pull_request"
	FoundFieldValues FoundField = "field_values"
)

// IssueSearch looks for issues.
type IssueSearch struct {
	Search
	// What to sort by; the best match first when absent.
	Sort *IssueSort `json:"sort,omitempty"`
	// Keep issues of this owner's repository; needs repo.
	Owner *string `json:"owner,omitempty"`
	// Keep issues of this repository; needs owner.
	Repo *string `json:"repo,omitempty"`
	// Parts of each issue to return; all when absent.
	Fields []FoundField `json:"fields,omitempty"`
}

// SearchIssues finds issues.
//
//dsh:tool open readonly openworld parallel
func SearchIssues(s IssueSearch) Request {
	return find("issues", s.Search, s.Sort).
		with("owner", s.Owner).with("repo", s.Repo).with("fields", s.Fields)
}

// AccountSort is what found accounts are sorted by.
type AccountSort string

// The keys to sort accounts by.
const (
	ByFollowers    AccountSort = "followers"
	ByRepositories AccountSort = "repositories"
	ByJoined       AccountSort = "joined"
)

// AccountSearch looks for people or organizations.
type AccountSearch struct {
	Search
	// What to sort by; the best match first when absent.
	Sort *AccountSort `json:"sort,omitempty"`
}

// SearchOrgs finds organizations.
//
//dsh:tool open readonly openworld parallel
func SearchOrgs(s AccountSearch) Request {
	s.Query += " type:org"
	return find("users", s.Search, s.Sort)
}

// SearchUsers finds people.
//
//dsh:tool open readonly openworld parallel
func SearchUsers(s AccountSearch) Request {
	s.Query += " type:user"
	return find("users", s.Search, s.Sort)
}

// RepositorySearch looks for repositories.
type RepositorySearch struct {
	Search
	// What to sort by; the best match first when absent.
	//
	//dsh:field enum=stars|forks|help-wanted-issues|updated
	Sort *string `json:"sort,omitempty"`
	// Return the main facts of each repository only.
	//
	//dsh:field default=true
	Minimal bool `json:"minimal_output"`
}

// SearchRepositories finds repositories.
//
//dsh:tool open readonly openworld parallel
func SearchRepositories(s RepositorySearch) Request {
	return find("repositories", s.Search, s.Sort).with("minimal_output", s.Minimal)
}

func find(what string, s Search, sort any) Request {
	return get("search", what).
		with("q", s.Query).with("sort", sort).with("order", s.Order).page(s.Paging)
}
