/** A folder of an export is split over its parts: `Takeout/Google Photos/Trip` of each is the same one. */
const part = /^takeout([^\p{L}].*)?$/iu;

/**
 * What a folder is called in the whole export, whatever part it lies in.
 * @param path below the folder that is read, with slashes
 */
export function folderKey(path: string): string {
  const names = path.normalize('NFC').split('/');
  return names.slice(names.findLastIndex((name) => part.test(name)) + 1).join('/');
}

export const folderName = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/**
 * The folders in which Google puts each photo by its time, in the languages that exports come in: `Photos from 2019`,
 * `Fotos von 2019`, in older ones `2019-08-03` or `2019-08-03 #2`. A year alone is what people call an album, too.
 */
const photos =
  "photos?|pictures|fotos?|foto's|fotók|fényképek|képek|fotky|fotografie|fotografije?|fotografii|fotoğraflar|fotod|fotoattēli|nuotraukos|bilder|bilete|billeder|zdjęcia|kuvat|valokuvat|снимки|фото|фотографии|фотографії|φωτογραφίες|ảnh|รูปภาพ|תמונות";
const of =
  'from|of|de|des|du|da|del|dels|dal|do|von|aus|van|uit|från|fra|frå|z|z roku|za rok|iz|din|dari|innen|ból|vuodelta|aastast|από το|за|от|з|із|từ|năm|จาก|מ-?';
const byTime = [
  new RegExp(`^(${photos}) (${of}):? ?(19|20)\\d\\d( ?(год|года|г\\.?|рік|року|г|yılı))?$`, 'iu'),
  // Hungarian, Turkish and others have the year first; Chinese, Japanese and Korean have signs for it.
  /^(19|20)\d\d(-?(ből|ból|bol|bel|es|as|os|ös)|(den|dan|ten|tan|yılından))? (fotók|fényképek|képek|fotoğraflar|fotoğrafları|kuvat|valokuvat)$/iu,
  /^(写真|照片|相片|사진) ?(19|20)\d\d ?[年년]?$/u,
  /^(19|20)\d\d ?[年년] ?(の写真|写真|的照片|照片|的相片|相片|의? ?사진)$/u,
  /^(19|20)\d\d[-_.]\d\d[-_.]\d\d( ?#\d+)?$/u,
];

/** Whether a folder is one that Google made for a time, and nobody for what is in it. */
export const isByTime = (name: string): boolean => {
  const plain = name.normalize('NFC').trim().replaceAll('’', "'");
  return byTime.some((pattern) => pattern.test(plain));
};
