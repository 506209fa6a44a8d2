/** SQL: nobody said that what was found is not a face. @param id the column with the face's id */
export function isFace(id: string): string {
  return `NOT EXISTS (SELECT 1 FROM face_rejections WHERE face_id = ${id})`;
}
