// Package constraints uses every constraint key.
package constraints

import "strconv"

// Strings takes strings with rules.
//
//dsh:tool
//dsh:param short minLength=2 maxLength=4
//dsh:param code pattern=^[A-Z]{2}[0-9]+$ example=AB12
//dsh:param day format=date
//dsh:param size enum=small|medium|large default=medium
//dsh:param city "default=New York" "where to look"
func Strings(short, code, day, size, city string) string {
	return short + " " + code + " " + day + " " + size + " " + city
}

// Formats takes a string of each format.
//
//dsh:tool
//dsh:param dateTime name=date_time format=date-time
//dsh:param date format=date
//dsh:param timeOfDay name=time format=time
//dsh:param duration format=duration
//dsh:param email format=email
//dsh:param uri format=uri
//dsh:param uuid format=uuid
//dsh:param hostname format=hostname
//dsh:param ipv4 format=ipv4
//dsh:param ipv6 format=ipv6
func Formats(dateTime, date, timeOfDay, duration, email, uri, uuid, hostname, ipv4, ipv6 *string) {}

// Numbers takes numbers with bounds.
//
//dsh:tool
//dsh:param n minimum=1 maximum=100
//dsh:param atLeast name=at_least minimum=-5
//dsh:param over exclusiveMinimum=0 exclusiveMaximum=10 multipleOf=3
//dsh:param ratio minimum=0 maximum=1
//dsh:param step multipleOf=0.1
//dsh:param narrow minimum=10
//dsh:param big maximum=18446744073709551614
func Numbers(n int, atLeast int64, over int, ratio, step *float64, narrow *uint8, big *uint64) string {
	return strconv.Itoa(n)
}

// Items takes arrays with rules.
//
//dsh:tool
//dsh:param ids minItems=1 maxItems=3 uniqueItems
//dsh:param tags uniqueItems
func Items(ids []int, tags []string, flags ...bool) int { return len(ids) + len(tags) + len(flags) }

// Filter has its rules on fields.
type Filter struct {
	//dsh:field minLength=1 "text to find"
	Text string `json:"text"`
	//dsh:field default=10 minimum=1 maximum=50
	Limit int  `json:"limit"`
	Page  *int `json:"page,omitempty"` //dsh:field minimum=1
	//dsh:field enum=asc|desc
	Order string `json:"order,omitempty"`
	// Required although it may be left out of results.
	//dsh:field required
	Owner string `json:"owner,omitempty"`
	//dsh:field optional
	Note string `json:"note"`
}

// Find takes a struct with rules.
//
//dsh:tool find_things open
func Find(f Filter) Filter { return f }
