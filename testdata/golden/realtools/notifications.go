package realtools

// DismissNotification marks a notification as read or done.
//
//dsh:tool open idempotent openworld
//dsh:param threadID "ID of the notification's thread"
//dsh:param state enum=read|done "What to mark it as"
func DismissNotification(threadID, state string) Request {
	return patch("notifications", "threads", threadID).with("state", state)
}

// GetNotificationDetails reads a notification.
//
//dsh:tool open readonly openworld parallel
//dsh:param notificationID "ID of the notification"
func GetNotificationDetails(notificationID string) Request {
	return get("notifications", "threads", notificationID)
}

// NotificationFilter says which notifications to list.
type NotificationFilter struct {
	// Which ones: the unread by default.
	//
	//dsh:field enum=default|include_read_notifications|only_participating
	Filter *string `json:"filter,omitempty"`
	// Owner of the repository to keep; needs repo.
	Owner *string `json:"owner,omitempty"`
	// Repository to keep; needs owner.
	Repo *string `json:"repo,omitempty"`
	// Keep notifications updated after this time, in ISO 8601.
	Since *string `json:"since,omitempty"`
	// Keep notifications updated before this time, in ISO 8601.
	Before *string `json:"before,omitempty"`
	Paging
}

// ListNotifications lists your notifications.
//
//dsh:tool open readonly openworld parallel
func ListNotifications(f NotificationFilter) Request {
	r := get("notifications")
	if f.Owner != nil && f.Repo != nil {
		r = get("repos", *f.Owner, *f.Repo, "notifications")
	}
	return r.with("filter", f.Filter).with("since", f.Since).with("before", f.Before).page(f.Paging)
}

// ManageNotificationSubscription ignores or watches the thread of a
// notification, or deletes your subscription to it.
//
//dsh:tool open idempotent openworld
//dsh:param notificationID "ID of the notification"
//dsh:param action enum=ignore|watch|delete "What to do with the subscription"
func ManageNotificationSubscription(notificationID, action string) Request {
	r := put("notifications", "threads", notificationID, "subscription")
	switch action {
	case "delete":
		r = remove("notifications", "threads", notificationID, "subscription")
	case "ignore":
		r = r.with("ignored", true)
	}
	return r
}
