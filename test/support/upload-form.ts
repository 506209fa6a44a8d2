/** The body of a form with files, in the format of a browser, and its headers. */
export async function uploadForm(
  parts: Readonly<Record<string, Uint8Array | string>> | [string, Uint8Array | string][],
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, content] of Array.isArray(parts) ? parts : Object.entries(parts)) {
    if (typeof content === 'string') form.append(name, content);
    else form.append(name, new Blob([Uint8Array.from(content)]), 'picture');
  }
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await response.arrayBuffer()), headers: { 'content-type': type } };
}
