package load

// FromSource lists the packages of a load that were parsed and type-checked,
// instead of read from export data.
func FromSource(p *Package) (paths []string) {
	for path, lp := range p.session.graph() {
		if len(lp.Syntax) > 0 {
			paths = append(paths, path)
		}
	}
	return paths
}
