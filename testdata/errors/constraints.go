package fixture

// Unit is an enumeration.
type Unit string

// The units.
const (
	Celsius    Unit = "celsius"
	Fahrenheit Unit = "fahrenheit"
)

// Get gets.
//
// want+12 "no number lies between 7 and 1" "invalid-constraint"
// want+12 "minLength=9 is greater than maxLength=3" "invalid-constraint"
// want+12 "minLength does not apply to an integer" "invalid-constraint"
// want+12 "minimum=-1 lies outside the range of the Go type, which ends at 0" "invalid-constraint"
// want+12 "unknown format \"phone\"" "invalid-constraint"
// want+12 "default=\"kelvin\" is not one of celsius, fahrenheit" "invalid-default"
// want+12 "default=9 breaks the bounds" "invalid-default"
// want+12 "default must be true or false, not \"yes\"" "invalid-default"
// want+12 "default=\"a\" is shorter than minLength" "invalid-default"
// want+12 "a float64 cannot hold 0.1000000000000000055" "invalid-constraint"
// want+12 "multipleOf must be greater than 0" "invalid-constraint"
//
//dsh:param a minimum=7 maximum=1
//dsh:param b minLength=9 maxLength=3
//dsh:param c minLength=1
//dsh:param d minimum=-1
//dsh:param e format=phone
//dsh:param f default=kelvin
//dsh:param g maximum=7 default=9
//dsh:param h default=yes
//dsh:param i minLength=2 default=a
//dsh:param j minimum=0.1000000000000000055
//dsh:param k multipleOf=0
//dsh:tool
func Get(a int, b string, c int, d uint, e string, f Unit, g int, h bool, i string, j float64, k int) {
}
