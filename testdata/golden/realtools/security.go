package realtools

// GetCodeQualityFinding reads a finding of the code quality scan.
//
//dsh:tool open readonly openworld parallel
func GetCodeQualityFinding(
	owner string, // Account that owns the repository
	repo string, // Repository name
	findingNumber float64, // Number of the finding
) Request {
	return get("repos", owner, repo, "code-quality", "findings", number(findingNumber))
}

// GetSecretScanningAlert reads an alert about a leaked secret.
//
//dsh:tool open readonly openworld parallel
func GetSecretScanningAlert(
	owner string, // Account that owns the repository
	repo string, // Repository name
	alertNumber float64, // Number of the alert
) Request {
	return get("repos", owner, repo, "secret-scanning", "alerts", number(alertNumber))
}

// SecretFilter says which alerts about secrets to list.
type SecretFilter struct {
	Repository
	// Keep alerts in this state only.
	//
	//dsh:field enum=open|resolved
	State *string `json:"state,omitempty"`
	// Kinds of secret to keep, separated by commas.
	SecretType *string `json:"secret_type,omitempty"`
	// Keep alerts that were resolved this way.
	//
	//dsh:field enum=false_positive|wont_fix|revoked|pattern_edited|pattern_deleted|used_in_tests
	Resolution *string `json:"resolution,omitempty"`
	Paging
}

// ListSecretScanningAlerts lists the alerts about leaked secrets.
//
//dsh:tool open readonly openworld parallel
func ListSecretScanningAlerts(f SecretFilter) Request {
	return get("repos", f.Owner, f.Repo, "secret-scanning", "alerts").
		with("state", f.State).with("secret_type", f.SecretType).with("resolution", f.Resolution).
		page(f.Paging)
}

// DependabotState is the state of an alert about a dependency.
type DependabotState string

// The states of such an alert.
const (
	AlertOpen          DependabotState = "open"
	AlertFixed         DependabotState = "fixed"
	AlertDismissed     DependabotState = "dismissed"
	AlertAutoDismissed DependabotState = "auto_dismissed"
)

// ListDependabotAlerts lists the alerts about vulnerable dependencies.
//
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - state: Keep alerts in this state only
//   - severity: Keep alerts of this severity only
//   - after: Cursor of the page before
//   - perPage: Results per page
//
//dsh:tool open readonly openworld parallel
//dsh:param state default=open
//dsh:param severity enum=low|medium|high|critical
//dsh:param perPage minimum=1 maximum=100
func ListDependabotAlerts(owner, repo string, state DependabotState, severity, after *string, perPage *float64) Request {
	return get("repos", owner, repo, "dependabot", "alerts").
		with("state", state).with("severity", severity).with("after", after).with("per_page", perPage)
}

// GetGlobalSecurityAdvisory reads an advisory of the public database.
//
//dsh:tool open readonly openworld parallel
//dsh:param ghsaID name=ghsaId "ID of the advisory, such as GHSA-xxxx-xxxx-xxxx"
func GetGlobalSecurityAdvisory(ghsaID string) Request { return get("advisories", ghsaID) }

// Ecosystem is a package registry that advisories are about.
type Ecosystem string

// The ecosystems.
const (
	Actions  Ecosystem = "actions"
	Composer Ecosystem = "composer"
	Erlang   Ecosystem = "erlang"
	GoModule Ecosystem = "go"
	Maven    Ecosystem = "maven"
	NPM      Ecosystem = "npm"
	NuGet    Ecosystem = "nuget"
	Other    Ecosystem = "other"
	Pip      Ecosystem = "pip"
	Pub      Ecosystem = "pub"
	RubyGems Ecosystem = "rubygems"
	Rust     Ecosystem = "rust"
)

// AdvisoryType tells reviewed advisories from others.
type AdvisoryType string

// The types of advisory.
const (
	Reviewed   AdvisoryType = "reviewed"
	Malware    AdvisoryType = "malware"
	Unreviewed AdvisoryType = "unreviewed"
)

// AdvisoryFilter says which advisories to list. Dates are YYYY-MM-DD, or two of
// them with .. between for a range.
type AdvisoryFilter struct {
	// Keep the advisory with this ID.
	GHSA *string `json:"ghsaId,omitempty"`
	// Keep the advisory with this CVE ID.
	CVE *string `json:"cveId,omitempty"`
	// Keep advisories of this type only.
	//
	//dsh:field default=reviewed
	Type AdvisoryType `json:"type"`
	// Keep advisories about this registry only.
	Ecosystem *Ecosystem `json:"ecosystem,omitempty"`
	// Keep advisories of this severity only.
	//
	//dsh:field enum=unknown|low|medium|high|critical
	Severity *string `json:"severity,omitempty"`
	// Keep advisories about these weaknesses, such as 79 or CWE-79.
	CWEs []string `json:"cwes,omitempty"`
	// Keep withdrawn advisories, or those that are not.
	Withdrawn *bool `json:"isWithdrawn,omitempty"`
	// Packages, each with a version or not: name@1.2.3.
	Affects *string `json:"affects,omitempty"`
	// Date of publication.
	Published *string `json:"published,omitempty"`
	// Date of the last update.
	Updated *string `json:"updated,omitempty"`
	// Date of publication or of the last update.
	Modified *string `json:"modified,omitempty"`
}

// ListGlobalSecurityAdvisories lists advisories of the public database.
//
//dsh:tool open readonly openworld parallel
func ListGlobalSecurityAdvisories(f AdvisoryFilter) Request {
	return get("advisories").
		with("ghsa_id", f.GHSA).with("cve_id", f.CVE).with("type", f.Type).
		with("ecosystem", f.Ecosystem).with("severity", f.Severity).with("cwes", f.CWEs).
		with("is_withdrawn", f.Withdrawn).with("affects", f.Affects).
		with("published", f.Published).with("updated", f.Updated).with("modified", f.Modified)
}
