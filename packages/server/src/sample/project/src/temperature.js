/** Degrees Fahrenheit in degrees Celsius. */
export const celsiusOfFahrenheit = (degrees) => ((degrees - 32) * 5) / 9;

/** Kelvin in degrees Celsius. */
export const celsiusOfKelvin = (kelvin) => kelvin - 273;
