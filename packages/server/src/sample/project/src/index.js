export { formatQuantity } from './format.js';
export { convertLength } from './length.js';
export { parseQuantity } from './parse.js';
export { celsiusOfFahrenheit, celsiusOfKelvin } from './temperature.js';
