import { type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, filled, text, whole } from '../define.ts';
import { askJson, below, listAt, notConfigured, textAt } from '../http.ts';

/** A search engine in the shape of SearXNG's JSON. */
export interface SearchSettings {
  /** Up to what is before `/search`. */
  readonly baseUrl: string;
  /** Sent as a bearer token. */
  readonly key?: string;
}

const KEYS = '`runtime.search.base_url`';
const MOST = 10;

export const webSearchTool = (settings: SearchSettings | null): Tool =>
  defineTool<{ query: string; limit?: number; language?: string }>({
    name: 'search.web',
    description: 'Searches the web and tells titles, addresses and summaries. Read a page with web.fetch.',
    permissions: ['network'],
    input: fields({
      query: filled('What to look for.'),
      'limit?': whole(`How many results; ${MOST} unless told.`, 1, 50),
      'language?': text('For example `en` or `de`.'),
    }),
    run: async ({ query, limit = MOST, language }, { signal }) => {
      if (settings === null) throw notConfigured('Searching the web', KEYS);
      const url = below(settings.baseUrl, 'search', {
        q: query,
        format: 'json',
        ...(language ? { language } : {}),
      });
      const headers = settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` };
      const answer = await askJson({ of: 'The search engine', url, headers, settings: KEYS, signal }).catch(
        jsonOff,
      );
      const results = listAt(answer, 'results').filter((each) => textAt(each, 'url') !== '');
      return {
        results: results.slice(0, limit).map((each) => ({
          title: textAt(each, 'title'),
          url: textAt(each, 'url'),
          summary: textAt(each, 'content').slice(0, 500),
          ...(textAt(each, 'publishedDate') === '' ? {} : { published: textAt(each, 'publishedDate') }),
        })),
        answers: listAt(answer, 'answers')
          .map((each) => (typeof each === 'string' ? each : textAt(each, 'answer')))
          .filter((each) => each !== ''),
      };
    },
  });

/** SearXNG answers 403 as long as its settings do not list `json`. */
function jsonOff(error: unknown): never {
  if (error instanceof ToolError && error.message.includes('(403)'))
    throw new ToolError(error.message, {
      ...error.failure,
      guidance: `${error.failure.guidance} A SearXNG must also list \`json\` under search.formats in its own settings.`,
    });
  throw error;
}
