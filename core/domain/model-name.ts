/** `id@version`, the name under which embeddings and analyses are stored. */
export function modelName({ id, version }: { readonly id: string; readonly version: string }): string {
  return `${id}@${version}`;
}
