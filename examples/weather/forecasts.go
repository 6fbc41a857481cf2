package main

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// forecastsCSV stands in for a weather service: seven lines for each city, a day
// each. All lines of a city stand together.
//
//go:embed forecasts.csv
var forecastsCSV string

// load reads all forecasts. It does so for each call: the file is small, and the
// caller owns what it gets.
func load() ([]Forecast, error) {
	records, err := csv.NewReader(strings.NewReader(forecastsCSV)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("forecasts.csv: %w", err)
	}
	var all []Forecast
	for i, r := range records[1:] { // the first line names the columns
		high, err1 := strconv.ParseFloat(r[3], 64)
		low, err2 := strconv.ParseFloat(r[4], 64)
		rain, err3 := strconv.Atoi(r[5])
		if err1 != nil || err2 != nil || err3 != nil {
			return nil, fmt.Errorf("forecasts.csv:%d: a number is expected in columns 4 to 6", i+2)
		}
		if len(all) == 0 || all[len(all)-1].City != r[0] {
			all = append(all, Forecast{City: r[0], Country: r[1], Unit: Celsius})
		}
		f := &all[len(all)-1]
		f.Days = append(f.Days, Day{Condition: r[2], High: high, Low: low, Rain: rain})
	}
	return all, nil
}
