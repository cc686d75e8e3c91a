export { type FilePath, showPath } from './file-path.ts';
export { readYamlText, type YamlText } from './text.ts';
