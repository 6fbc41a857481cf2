package realtools

// CreateBranch starts a branch.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - branch: Name of the new branch
//   - fromBranch: Branch to start at; the default branch when absent
//
//dsh:tool open openworld
//dsh:param fromBranch name=from_branch
func CreateBranch(owner, repo, branch string, fromBranch *string) Request {
	return post("repos", owner, repo, "git", "refs").
		with("ref", "refs/heads/"+branch).with("from", fromBranch)
}

// ListBranches lists the branches of a repository.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - page: Page to read, counted from 1
//   - perPage: Results per page
//
//dsh:tool open readonly openworld parallel
//dsh:param page minimum=1
//dsh:param perPage minimum=1 maximum=100
func ListBranches(owner, repo string, page, perPage *float64) Request {
	return get("repos", owner, repo, "branches").page(Paging{Page: page, PerPage: perPage})
}

// CreateRepository creates a repository.
//
//   - name: Name of the repository
//   - description: What it is about, in a line
//   - organization: Organization to create it in; your account when absent
//   - private: Whether it is hidden from the public
//   - autoInit: Start with a README
//
//dsh:tool open openworld
//dsh:param private default=true
func CreateRepository(name string, description, organization *string, private bool, autoInit *bool) Request {
	r := post("user", "repos")
	if organization != nil {
		r = post("orgs", *organization, "repos")
	}
	return r.with("name", name).with("description", description).
		with("private", private).with("auto_init", autoInit)
}

// ListRepositoryCollaborators lists who may work on a repository.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - affiliation: Kind of collaborator; all when absent
//   - page: Page to read, counted from 1
//   - perPage: Results per page
//
//dsh:tool open readonly openworld parallel
//dsh:param affiliation enum=outside|direct|all
//dsh:param page minimum=1
//dsh:param perPage minimum=1 maximum=100
func ListRepositoryCollaborators(owner, repo string, affiliation *string, page, perPage *float64) Request {
	return get("repos", owner, repo, "collaborators").with("affiliation", affiliation).
		page(Paging{Page: page, PerPage: perPage})
}

// StarRepository stars a repository for your account.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//
//dsh:tool open idempotent openworld
func StarRepository(owner, repo string) Request {
	return put("user", "starred", owner, repo)
}

// CommitDetail says how much of a commit to return.
type CommitDetail string

// The levels of detail.
const (
	NoFiles   CommitDetail = "none"
	FileStats CommitDetail = "stats"
	FullPatch CommitDetail = "full_patch"
)

// GetCommit reads a commit.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - sha: Commit, branch or tag
//   - detail: How much to return of the files it changes
//   - page: Page of files to read, counted from 1
//   - perPage: Files per page
//
//dsh:tool open readonly openworld parallel
//dsh:param detail default=stats
//dsh:param page minimum=1
//dsh:param perPage minimum=1 maximum=100
func GetCommit(owner, repo, sha string, detail CommitDetail, page, perPage *float64) Request {
	return get("repos", owner, repo, "commits", sha).with("detail", detail).
		page(Paging{Page: page, PerPage: perPage})
}

// GetRepositoryTree lists the files and folders of a repository.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - treeSHA: Commit, branch or tag; the default branch when absent
//   - recursive: Also list what is inside the folders
//   - pathFilter: Folder or prefix to keep, such as docs/
//
//dsh:tool open readonly openworld parallel
//dsh:param treeSHA name=tree_sha
//dsh:param recursive default=false
//dsh:param pathFilter name=path_filter
func GetRepositoryTree(owner, repo string, treeSHA *string, recursive bool, pathFilter *string) Request {
	return get("repos", owner, repo, "git", "trees", or(treeSHA, "HEAD")).
		with("recursive", recursive).with("path", pathFilter)
}
