/** What stops nothing and should still be seen: the process tells it on stderr. */
export const warn = (message: string): void => process.emitWarning(message, 'Symphony');
