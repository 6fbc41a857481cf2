package main

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// Unit is a temperature scale.
type Unit string

// The temperature scales.
const (
	Celsius    Unit = "celsius"
	Fahrenheit Unit = "fahrenheit"
)

// Forecast is the weather that a city is going to have.
type Forecast struct {
	City    string `json:"city"`
	Country string `json:"country"`
	Unit    Unit   `json:"unit"` // scale of all temperatures
	Days    []Day  `json:"days"` // today comes first
}

// Day is the weather of one day.
type Day struct {
	Condition string  `json:"condition"`
	High      float64 `json:"high"`
	Low       float64 `json:"low"`
	Rain      int     `json:"rain_percent"` // probability of rain or snow
}

// GetWeather reports the forecast for a city, from today on.
//
//   - city: City name, such as Paris
//   - unit: Temperature scale of the answer; celsius unless given
//   - days: How many days, today included
//
//dsh:tool readonly idempotent parallel timeout=10s
//dsh:param city minLength=1 maxLength=100 example=Paris
//dsh:param days minimum=1 maximum=7 default=1
func GetWeather(ctx context.Context, city string, unit *Unit, days int) (Forecast, error) {
	f, err := find(city)
	if err != nil {
		return Forecast{}, err
	}
	f.Days = f.Days[:min(days, len(f.Days))]
	if unit != nil && *unit == Fahrenheit {
		f.Unit = Fahrenheit
		for i := range f.Days {
			f.Days[i].High = toFahrenheit(f.Days[i].High)
			f.Days[i].Low = toFahrenheit(f.Days[i].Low)
		}
	}
	return f, ctx.Err()
}

// find returns the whole forecast of a city, in degrees Celsius.
func find(city string) (Forecast, error) {
	forecasts, err := load()
	if err != nil {
		return Forecast{}, err
	}
	var known []string
	for _, f := range forecasts {
		if plain(f.City) == plain(city) {
			return f, nil
		}
		known = append(known, f.City)
	}
	return Forecast{}, fmt.Errorf("there is no forecast for %q, only for %s", city, strings.Join(known, ", "))
}

// plain is a city name without what people write in different ways.
func plain(city string) string {
	accents := strings.NewReplacer("ã", "a", "í", "i")
	return accents.Replace(strings.ToLower(strings.TrimSpace(city)))
}

// toFahrenheit converts to a tenth of a degree.
func toFahrenheit(celsius float64) float64 {
	return math.Round((celsius*9/5+32)*10) / 10
}
