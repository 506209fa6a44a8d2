/** What the answer to a failed request depends on. */
interface Asked {
  readonly path: string;
  readonly headers: { readonly accept?: string };
}

/**
 * Whether a browser shows the answer to a person: below /plugins, people come back from services, and JSON would be in
 * front of them. Scripts accept anything, and name no HTML.
 */
export const isShown = ({ path, headers: { accept = '' } }: Asked): boolean =>
  path.startsWith('/plugins/') && accept.includes('text/html');

/** A page that says what failed, in the look of the app, and leads there. */
export const errorPage = (detail: string): string => `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Photofinch</title>
    <link rel="stylesheet" href="/plugins/-/page.css" />
  </head>
  <body>
    <main>
      <p role="alert">${asText(detail)}</p>
      <p><a class="button" href="/">Photofinch</a></p>
    </main>
  </body>
</html>
`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const asText = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');
