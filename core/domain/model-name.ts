/** `id@version`: what embeddings are stored under, and current models and analyses are told apart by. */
export function modelName({ id, version }: { readonly id: string; readonly version: string }): string {
  return `${id}@${version}`;
}
