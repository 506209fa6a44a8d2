import { StartupError } from '../domain/errors.ts';

/** The keyword of packages that are plugins. */
const keyword = 'photofinch-plugin';
const pageSize = 25;
/** Milliseconds. */
const limit = 15_000;

/** The registry responds but has no search, like many mirrors. */
class NoSearch extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`It answered ${status}.`);
    this.status = status;
  }
}

interface SearchResult {
  readonly package: { readonly name: string; readonly version: string; readonly description?: string };
}

/**
 * Searches the npm registry for plugins. Nothing else in the server contacts it, and only the search words are sent.
 * @param registry its address; NPM_CONFIG_REGISTRY for a private one
 * @throws StartupError when it cannot be reached
 */
export async function searchPlugins(
  words: readonly string[],
  print: (line: string) => void,
  registry = process.env['NPM_CONFIG_REGISTRY'] || 'https://registry.npmjs.org/',
): Promise<void> {
  const packages = await requestPackages(words, registry).catch((error: unknown) => {
    const reason =
      error instanceof NoSearch
        ? `it answered ${error.status}, so set NPM_CONFIG_REGISTRY to one that can`
        : 'see whether this machine reaches it';
    throw new StartupError(`The npm registry ${registry} cannot be searched: ${reason}.`, { cause: error });
  });
  for (const { name, version, description = '' } of packages) {
    print(`${plain(name)} ${plain(version)}`);
    if (description) print(`  ${plain(description)}`);
  }
  if (packages.length === 0) print('No plugin was found.');
  else print('A plugin is run by the server and may do all that it may: install only what you trust.');
}

async function requestPackages(words: readonly string[], registry: string): Promise<SearchResult['package'][]> {
  const url = new URL('-/v1/search', registry.endsWith('/') ? registry : `${registry}/`);
  url.searchParams.set('text', [`keywords:${keyword}`, ...words].join(' '));
  url.searchParams.set('size', String(pageSize));
  const response = await fetch(url, { signal: AbortSignal.timeout(limit), headers: { accept: 'application/json' } });
  if (!response.ok) throw new NoSearch(response.status);
  const { objects } = (await response.json()) as { objects: SearchResult[] };
  return objects.map((object) => object.package);
}

/** The text is untrusted: one line, without control codes for the terminal. */
const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 200);
