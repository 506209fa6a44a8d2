/** Lists of photos: selecting days and months, and the size of photos. */
export const grid = {
  selectGroup: (group: string, photos: string) => `Select ${group}, ${photos}`,
  selectAllPhotos: 'Select all photos',
  onlyFirstSelected: (count: string) => `Only the first ${count} photos are selected: that’s the most at once.`,
  photoSize: 'Photo size',
  photoSizes: ['Tiny', 'Small', 'Medium', 'Large', 'Huge'] as readonly string[],
  largerPhotos: 'Larger photos',
  smallerPhotos: 'Smaller photos',
  goToDate: 'Go to a date',
  showDay: 'Show this day among all photos',
};
