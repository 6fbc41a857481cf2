package main

//go:generate go tool dshgen -warn=false

// Weather tells the weather.
//
//dsh:tool
//dsh:param unit enum=celsius|fahrenheit
//dsh:param days minimum=1 maximum=7 default=1
func Weather(city string, unit *string, days int) string { return city }
