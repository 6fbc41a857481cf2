package realtools

import (
	"context"
	"errors"
)

// OwnerType tells whose project it is.
type OwnerType string

// The kinds of owner.
const (
	UserOwner OwnerType = "user"
	OrgOwner  OwnerType = "org"
)

// ProjectsGet reads a project, or a field, an item, a status update or a view
// of it.
//
//   - method: What to read
//   - owner: Account or organization that owns the project
//   - ownerType: Which of the two it is; found out when absent
//   - projectNumber: Number of the project
//   - fieldID: Field to read
//   - itemID: Item to read
//   - statusUpdateID: Node ID of the status update to read
//   - viewID: Node ID of the view to read
//   - fieldNames: Names of the fields to return with an item
//   - fields: IDs of the fields to return with an item
//
//dsh:tool open readonly openworld parallel
//dsh:param method enum=get_project|get_project_field|get_project_item|get_project_status_update|get_project_view
//dsh:param ownerType name=owner_type
//dsh:param projectNumber name=project_number
//dsh:param fieldID name=field_id
//dsh:param itemID name=item_id
//dsh:param statusUpdateID name=status_update_id
//dsh:param viewID name=view_id
//dsh:param fieldNames name=field_names optional
func ProjectsGet(
	ctx context.Context,
	method string,
	owner *string,
	ownerType *OwnerType,
	projectNumber, fieldID, itemID *float64,
	statusUpdateID, viewID *string,
	fieldNames []string,
	fields ...string,
) (Request, error) {
	if method == "get_project_status_update" && statusUpdateID == nil {
		return Request{}, errors.New("get_project_status_update needs status_update_id")
	}
	return get("projects", method).
		with("owner", owner).with("owner_type", ownerType).with("project_number", projectNumber).
		with("field_id", fieldID).with("item_id", itemID).
		with("status_update_id", statusUpdateID).with("view_id", viewID).
		with("field_names", fieldNames).with("fields", fields), ctx.Err()
}

// ProjectListing says what to list of projects.
type ProjectListing struct {
	// What to list.
	//
	//dsh:field enum=list_projects|list_project_fields|list_project_items|list_project_status_updates|list_project_views
	Method string `json:"method"`
	// Account or organization that owns the projects.
	Owner string `json:"owner"`
	// Which of the two the owner is; found out when absent.
	OwnerType *OwnerType `json:"owner_type,omitempty"`
	// Number of the project; all methods but list_projects need it.
	Number *float64 `json:"project_number,omitempty"`
	// Keep what matches this filter, in the syntax of the project page.
	Query *string `json:"query,omitempty"`
	// Names of the fields to return with each item.
	FieldNames []string `json:"field_names,omitempty"`
	// IDs of the fields to return with each item.
	Fields []string `json:"fields,omitempty"`
	// Results per page.
	PerPage *float64 `json:"per_page,omitempty"`
	// Cursor of the page before.
	After *string `json:"after,omitempty"`
	// Cursor of the page after.
	Before *string `json:"before,omitempty"`
}

// ProjectsList lists projects, or the fields, items, status updates or views of
// one.
//
//dsh:tool open readonly openworld parallel
func ProjectsList(ctx context.Context, a ProjectListing) (Request, error) {
	if a.Method != "list_projects" && a.Number == nil {
		return Request{}, errors.New(a.Method + " needs project_number")
	}
	return get("projects", a.Method).
		with("owner", a.Owner).with("owner_type", a.OwnerType).with("project_number", a.Number).
		with("query", a.Query).with("field_names", a.FieldNames).with("fields", a.Fields).
		with("per_page", a.PerPage).with("after", a.After).with("before", a.Before), ctx.Err()
}
