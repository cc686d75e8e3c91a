import type { Json, Parameter, Values } from '@symphony/domain';
import { misuse } from './complaint.ts';

/** Reads `--param name=value` by the type of the parameter; what does not fit its rules is told later. */
export function readValues(parameters: readonly Parameter[], given: readonly string[]): Values {
  const values: Record<string, Json> = {};
  for (const text of given) {
    const at = text.indexOf('=');
    const name = text.slice(0, at).trim();
    if (at < 1 || name === '')
      throw misuse(`\`${text}\` is not \`name=value\`.`, 'Give parameters as `--param rounds=3`.');
    const parameter = parameters.find((each) => each.name === name);
    if (!parameter) {
      const names = parameters.map((each) => each.name).join(', ');
      throw misuse(`There is no parameter ${name}.`, names === '' ? 'It takes none.' : `It takes ${names}.`);
    }
    values[name] = readValue(parameter, text.slice(at + 1));
  }
  return values;
}

function readValue({ name, type }: Parameter, text: string): Json {
  switch (type) {
    case 'text':
    case 'choice':
      return text;
    case 'number': {
      const value = Number(text);
      if (text.trim() !== '' && Number.isFinite(value)) return value;
      throw misuse(`The parameter ${name} must be a number, not \`${text}\`.`, `Try \`--param ${name}=3\`.`);
    }
    case 'boolean': {
      if (/^(true|yes|on)$/i.test(text)) return true;
      if (/^(false|no|off)$/i.test(text)) return false;
      throw misuse(
        `The parameter ${name} must be true or false, not \`${text}\`.`,
        `Try \`--param ${name}=true\`.`,
      );
    }
    case 'list':
      return text.trimStart().startsWith('[')
        ? readJson(name, text)
        : text.split(',').map((each) => each.trim());
    case 'json':
      return readJson(name, text);
  }
}

function readJson(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw misuse(
      `The parameter ${name} is not valid JSON.`,
      `Put it in single quotes: \`--param '${name}={"a": 1}'\`.`,
    );
  }
}
