package realtools

import (
	"context"
	"errors"
)

// ActionsGet reads one workflow, run, job or artifact, or the usage or the logs
// of a run.
//
//   - method: What to read
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - resourceID: What to read it of: a workflow ID or file name, or the ID of a run, a job or an artifact
//
//dsh:tool open readonly openworld parallel
//dsh:param method enum=get_workflow|get_workflow_run|get_workflow_job|download_workflow_run_artifact|get_workflow_run_usage|get_workflow_run_logs_url
//dsh:param resourceID name=resource_id
func ActionsGet(method, owner, repo, resourceID string) Request {
	return get("repos", owner, repo, "actions", method, resourceID)
}

// WorkflowEvent is what starts a workflow.
type WorkflowEvent string

// The events, as a workflow file names them.
const (
	OnBranchProtectionRule     WorkflowEvent = "branch_protection_rule"
	OnCheckRun                 WorkflowEvent = "check_run"
	OnCheckSuite               WorkflowEvent = "check_suite"
	OnCreate                   WorkflowEvent = "create"
	OnDelete                   WorkflowEvent = "delete"
	OnDeployment               WorkflowEvent = "deployment"
	OnDeploymentStatus         WorkflowEvent = "deployment_status"
	OnDiscussion               WorkflowEvent = "discussion"
	OnDiscussionComment        WorkflowEvent = "discussion_comment"
	OnFork                     WorkflowEvent = "fork"
	OnGollum                   WorkflowEvent = "gollum"
	OnIssueComment             WorkflowEvent = "issue_comment"
	OnIssues                   WorkflowEvent = "issues"
	OnLabel                    WorkflowEvent = "label"
	OnMergeGroup               WorkflowEvent = "merge_group"
	OnMilestone                WorkflowEvent = "milestone"
	OnPageBuild                WorkflowEvent = "page_build"
	OnPublic                   WorkflowEvent = "public"
	OnPullRequest              WorkflowEvent = "pull_request"
	OnPullRequestReview        WorkflowEvent = "pull_request_review"
	OnPullRequestReviewComment WorkflowEvent = "pull_request_review_comment"
	OnPullRequestTarget        WorkflowEvent = "pull_request_target"
	OnPush                     WorkflowEvent = "push"
	OnRegistryPackage          WorkflowEvent = "registry_package"
	OnRelease                  WorkflowEvent = "release"
	OnRepositoryDispatch       WorkflowEvent = "repository_dispatch"
	OnSchedule                 WorkflowEvent = "schedule"
	OnStatus                   WorkflowEvent = "status"
	OnWatch                    WorkflowEvent = "watch"
	OnWorkflowCall             WorkflowEvent = "workflow_call"
	OnWorkflowDispatch         WorkflowEvent = "workflow_dispatch"
	OnWorkflowRun              WorkflowEvent = "workflow_run"
)

// RunFilter keeps some runs of a list.
type RunFilter struct {
	// Account that started the run.
	Actor *string `json:"actor,omitempty"`
	// Branch that the run is about.
	Branch *string `json:"branch,omitempty"`
	// What started the run.
	Event *WorkflowEvent `json:"event,omitempty"`
	// How far the run is.
	//
	//dsh:field enum=queued|in_progress|completed|requested|waiting
	Status *string `json:"status,omitempty"`
}

// JobFilter keeps some jobs of a list.
type JobFilter struct {
	// Jobs of the latest attempt, or of all attempts.
	//
	//dsh:field enum=latest|all
	Filter *string `json:"filter,omitempty"`
}

// ActionsListing says what to list of the workflows of a repository.
type ActionsListing struct {
	// What to list.
	//
	//dsh:field enum=list_workflows|list_workflow_runs|list_workflow_jobs|list_workflow_run_artifacts
	Method string `json:"method"`
	Repository
	// What to list it of: a workflow for runs, a run for jobs and artifacts.
	ResourceID *string `json:"resource_id,omitempty"`
	// Filter for list_workflow_runs.
	//
	//dsh:field open
	Runs *RunFilter `json:"workflow_runs_filter,omitempty"`
	// Filter for list_workflow_jobs.
	//
	//dsh:field open
	Jobs *JobFilter `json:"workflow_jobs_filter,omitempty"`
	// Page to read, counted from 1.
	//
	//dsh:field minimum=1
	Page *float64 `json:"page,omitempty"`
	// Results per page.
	//
	//dsh:field minimum=1 maximum=100
	PerPage *float64 `json:"per_page,omitempty"`
}

// ActionsList lists workflows, or the runs, jobs and artifacts of one.
//
//dsh:tool open readonly openworld parallel
func ActionsList(a ActionsListing) Request {
	r := get("repos", a.Owner, a.Repo, "actions", a.Method).
		with("resource_id", a.ResourceID).page(Paging{Page: a.Page, PerPage: a.PerPage})
	if f := a.Runs; f != nil {
		r = r.with("actor", f.Actor).with("branch", f.Branch).with("event", f.Event).with("status", f.Status)
	}
	if f := a.Jobs; f != nil {
		r = r.with("filter", f.Filter)
	}
	return r
}

// WorkflowInputs are the inputs that a workflow declares. The published schema
// names none of them and accepts all, which is an open struct without fields.
type WorkflowInputs struct{}

// ActionsRunTrigger starts a workflow, runs one again, cancels it or deletes
// its logs.
//
//   - method: What to do
//   - owner: Account that owns the repository
//   - repo: Repository name
//   - workflowID: Workflow ID or file name; run_workflow needs it
//   - ref: Branch or tag to run on; run_workflow needs it
//   - inputs: Inputs of the workflow, for run_workflow
//   - runID: ID of the run; all methods but run_workflow need it
//
//dsh:tool open destructive openworld timeout=30s
//dsh:param method enum=run_workflow|rerun_workflow_run|rerun_failed_jobs|cancel_workflow_run|delete_workflow_run_logs
//dsh:param workflowID name=workflow_id
//dsh:param inputs open
//dsh:param runID name=run_id
func ActionsRunTrigger(ctx context.Context, method, owner, repo string, workflowID, ref *string, inputs *WorkflowInputs, runID *float64) (Request, error) {
	if err := ctx.Err(); err != nil {
		return Request{}, err
	}
	r := post("repos", owner, repo, "actions", method)
	if method == "run_workflow" {
		if workflowID == nil || ref == nil {
			return Request{}, errors.New("run_workflow needs workflow_id and ref")
		}
		return r.with("workflow_id", workflowID).with("ref", ref).with("has_inputs", inputs != nil), nil
	}
	if runID == nil {
		return Request{}, errors.New(method + " needs run_id")
	}
	return r.with("run_id", runID), nil
}

// LogQuery says which logs to read.
type LogQuery struct {
	Repository
	JobID         *float64 `json:"job_id,omitempty"`         // Job to read; or give run_id and failed_only
	RunID         *float64 `json:"run_id,omitempty"`         // Run whose jobs to read
	FailedOnly    *bool    `json:"failed_only,omitempty"`    // Read the failed jobs of the run
	ReturnContent *bool    `json:"return_content,omitempty"` // Return the text instead of a link
	TailLines     float64  `json:"tail_lines"`               //dsh:field default=500 "Lines to return, from the end"
}

// GetJobLogs reads the logs of a job, or of all failed jobs of a run.
//
//dsh:tool open readonly openworld parallel
func GetJobLogs(q LogQuery) Request {
	return get("repos", q.Owner, q.Repo, "actions", "logs").
		with("job_id", q.JobID).with("run_id", q.RunID).with("failed_only", q.FailedOnly).
		with("return_content", q.ReturnContent).with("tail_lines", q.TailLines)
}
