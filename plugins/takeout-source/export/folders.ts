/** The folders of an export are split over its parts: `Takeout/Google Photos/Trip` is the same folder in each part. */
const part = /^takeout([^\p{L}].*)?$/iu;

/** Names of parts by Google, and of a second one beside them: `Takeout`, `takeout-20240101T101010Z-001`, `Takeout (1)`. */
const partByGoogle = /^takeout([^\p{L}]*|-\d{8}T\d{6}Z.*)$/iu;

/**
 * The name of a folder in the whole export, whichever part it is in.
 * @param path below the root folder, with slashes
 */
export function folderKey(path: string): string {
  const above = path.normalize('NFC').split('/');
  // Albums may have such a name, too: `Takeout/Google Photos/Takeout lunches`.
  const last = above.pop() ?? '';
  // Names by Google decide: there may be folders in an album `Takeout lunches`, and parts in a folder `Takeout exports`.
  const byGoogle = above.findLastIndex((name) => partByGoogle.test(name));
  const at = byGoogle >= 0 ? byGoogle : above.findLastIndex((name) => part.test(name));
  const rest = above.slice(at + 1);
  return rest.length === 0 && partByGoogle.test(last) ? '' : [...rest, last].join('/');
}

export const folderName = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/**
 * Folders in which Google puts each photo by its time, in the languages of exports: `Photos from 2019`, `Fotos von 2019`, in
 * older ones `2019-08-03` or `2019-08-03 #2`. A year alone may be the name of an album.
 */
const photos =
  "photos?|pictures|fotos?|foto's|fotók|fényképek|képek|fotky|fotografie|fotografije?|fotografii|fotoğraflar|fotod|fotoattēli|nuotraukos|bilder|bilete|billeder|zdjęcia|kuvat|valokuvat|снимки|фото|фотографии|фотографії|φωτογραφίες|ảnh|รูปภาพ|תמונות";
const prepositions =
  'from|of|de|des|du|da|del|dels|dal|do|von|aus|van|uit|från|fra|frå|z|z roku|za rok|iz|din|dari|innen|ból|vuodelta|aastast|από το|за|от|з|із|từ|năm|จาก|מ-?';
const byTime = [
  new RegExp(`^(${photos}) (${prepositions}):? ?(19|20)\\d\\d( ?(год|года|г\\.?|рік|року|г|yılı))?$`, 'iu'),
  // Hungarian, Turkish and others have the year first; Chinese, Japanese and Korean use characters for it.
  /^(19|20)\d\d(-?(ből|ból|bol|bel|es|as|os|ös)|(den|dan|ten|tan|yılından))? (fotók|fényképek|képek|fotoğraflar|fotoğrafları|kuvat|valokuvat)$/iu,
  /^(写真|照片|相片|사진) ?(19|20)\d\d ?[年년]?$/u,
  /^(19|20)\d\d ?[年년] ?(の写真|写真|的照片|照片|的相片|相片|의? ?사진)$/u,
  /^(19|20)\d\d[-_.]\d\d[-_.]\d\d( ?#\d+)?$/u,
];

/** Whether Google made the folder for a time, so that it is not an album. */
export const isByTime = (name: string): boolean => {
  const plain = name.normalize('NFC').trim().replaceAll('’', "'");
  return byTime.some((pattern) => pattern.test(plain));
};
