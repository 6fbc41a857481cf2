package main

import (
	"context"
	"reflect"
	"strings"
	"testing"
)

func TestGetWeather(t *testing.T) {
	unit := func(u Unit) *Unit { return &u }
	tests := []struct {
		name string
		city string
		unit *Unit
		days int
		want Forecast
	}{
		{"celsius unless told", "Oslo", nil, 1, Forecast{"Oslo", "Norway", Celsius, []Day{{"snow", -1.5, -7, 80}}}},
		{"celsius", "Oslo", unit(Celsius), 1, Forecast{"Oslo", "Norway", Celsius, []Day{{"snow", -1.5, -7, 80}}}},
		{"fahrenheit", "Paris", unit(Fahrenheit), 2, Forecast{"Paris", "France", Fahrenheit, []Day{
			{"clear", 63.5, 47.3, 5}, {"clouds", 60.8, 48.2, 30}}}},
		{"any case, with space", " tOKYO ", nil, 1, Forecast{"Tokyo", "Japan", Celsius, []Day{{"clear", 19, 11, 5}}}},
		{"without accents", "sao paulo", nil, 1, Forecast{"São Paulo", "Brazil", Celsius, []Day{{"storm", 27, 19, 90}}}},
		{"with accents", "REYKJAVÍK", nil, 1, Forecast{"Reykjavík", "Iceland", Celsius, []Day{{"wind", 4, 0.5, 45}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := GetWeather(t.Context(), tt.city, tt.unit, tt.days)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestUnknownCity(t *testing.T) {
	_, err := GetWeather(t.Context(), "Atlantis", nil, 1)
	const want = `there is no forecast for "Atlantis", only for Cairo, London, Nairobi, Oslo, Paris, Reykjavík, São Paulo, Tokyo`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := GetWeather(ctx, "Oslo", nil, 1); err != context.Canceled {
		t.Errorf("got %v, want that of the context", err)
	}
}

// TestForecasts holds the data to what GetWeather promises.
func TestForecasts(t *testing.T) {
	all, err := load()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range all {
		if seen[plain(f.City)] {
			t.Errorf("%s stands at two places, or two cities have its name", f.City)
		}
		seen[plain(f.City)] = true
		if len(f.Days) != 7 {
			t.Errorf("%s has %d days, want 7", f.City, len(f.Days))
		}
		for i, d := range f.Days {
			if d.High < d.Low || d.Rain < 0 || d.Rain > 100 || strings.TrimSpace(d.Condition) == "" {
				t.Errorf("%s, day %d: %+v", f.City, i+1, d)
			}
		}
	}
	if len(all) < 5 {
		t.Errorf("only %d cities", len(all))
	}
}
