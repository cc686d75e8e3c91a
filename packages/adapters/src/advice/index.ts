export { openAdviceBook } from './book.ts';
