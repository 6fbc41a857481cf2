package realtools

// FileWrite creates a file or replaces its content, in one commit.
type FileWrite struct {
	Repository
	Path    string  `json:"path"`                          // File, relative to the root of the repository
	Content string  `json:"content"`                       // Whole new content
	Message string  `json:"message"`                       // Commit message
	Branch  string  `json:"branch"`                        // Branch to commit to
	SHA     *string `json:"sha,omitempty"`                 // Blob that is replaced; an existing file needs it
	Follow  bool    `json:"allow_symlink_write,omitempty"` //dsh:field default=false "Write through a symbolic link"
}

// CreateOrUpdateFile writes one file of a repository as a commit.
//
//dsh:tool open destructive openworld
func CreateOrUpdateFile(a FileWrite) Request {
	return put("repos", a.Owner, a.Repo, "contents", a.Path).
		with("content", a.Content).with("message", a.Message).with("branch", a.Branch).
		with("sha", a.SHA).with("allow_symlink_write", a.Follow)
}

// DeleteFile deletes one file of a repository as a commit.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - path: File, relative to the root of the repository
//   - message: Commit message
//   - branch: Branch to commit to
//
//dsh:tool open destructive openworld
func DeleteFile(owner, repo, path, message, branch string) Request {
	return remove("repos", owner, repo, "contents", path).
		with("message", message).with("branch", branch)
}

// PushedFile is one file of a commit. Unlike the call around it, it refuses
// properties that it does not know.
type PushedFile struct {
	// File, relative to the root of the repository.
	Path string `json:"path"`
	// Whole new content.
	Content string `json:"content"`
}

// String returns the path.
func (f PushedFile) String() string { return f.Path }

// PushFiles commits several files at once.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - branch: Branch to commit to
//   - files: Files to write
//   - message: Commit message
//
//dsh:tool open destructive openworld
func PushFiles(owner, repo, branch string, files []PushedFile, message string) Request {
	return post("repos", owner, repo, "git", "commits").
		with("branch", branch).with("files", files).with("message", message)
}

// GetGist reads a gist.
//
//dsh:tool open readonly openworld parallel
//dsh:param gistID name=gist_id "ID of the gist"
func GetGist(gistID string) Request { return get("gists", gistID) }

// UpdateGist replaces a file of a gist.
//
//dsh:tool open destructive openworld
//dsh:param gistID name=gist_id "ID of the gist"
//dsh:param filename "File to replace or add"
//dsh:param content "Whole new content"
//dsh:param description "New description of the gist"
func UpdateGist(gistID, filename, content string, description *string) Request {
	return patch("gists", gistID).
		with("filename", filename).with("content", content).with("description", description)
}
