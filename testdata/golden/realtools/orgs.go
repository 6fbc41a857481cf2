package realtools

// GetTeams lists the teams that an account belongs to.
//
//   - user: Account name; your own when absent
//
//dsh:tool open readonly openworld parallel
func GetTeams(user *string) Request {
	if user == nil {
		return get("user", "teams")
	}
	return get("users", *user, "teams")
}

// GetTeamMembers lists the members of a team.
//
//   - org: Organization of the team
//   - teamSlug: Short name of the team
//
//dsh:tool open readonly openworld parallel
//dsh:param teamSlug name=team_slug
func GetTeamMembers(org, teamSlug string) Request {
	return get("orgs", org, "teams", teamSlug, "members")
}
