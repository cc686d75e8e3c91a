export { DEFAULT_TEMPLATE } from './built-in.ts';
export { openPrompts } from './prompt-book.ts';
