/** A download that a browser can fetch without a token. */
export interface DownloadTicket {
  /** Opens the download once, without a token. */
  url: string;
  /** Seconds that the URL works. */
  expires_in: number;
  /** Name of the archive. */
  name: string;
  /** Photos, and the bytes of their originals as the photo store announced them. */
  count: number;
  bytes: number;
}
