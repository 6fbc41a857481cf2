package fixture

// Count is no tool.
//
// want+2 "Count is no tool.*add //dsh:tool" "param-without-tool"
//
//dsh:param n minimum=1
func Count(n int) {}
