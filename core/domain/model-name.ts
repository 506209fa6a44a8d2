/** `id@version`: embeddings and analyses are stored under it. */
export function modelName({ id, version }: { readonly id: string; readonly version: string }): string {
  return `${id}@${version}`;
}
