/**
 * Texts that describe no picture. What they score with the library's pictures is what any text scores by chance. None of
 * them names what can be seen, writing included: models of pictures read what is written in them.
 */
export const nullTexts: readonly string[] = [
  ...['something', 'anything', 'stuff', 'whatever', 'nothing in particular', 'various things', 'miscellaneous'],
  ...['a photo', 'a picture', 'an image', 'a picture of something', 'untitled', 'unknown', 'not applicable'],
  ...['an idea', 'an opinion', 'a reason', 'a question', 'an answer', 'a rule', 'a method', 'a theory', 'a policy'],
  ...['an agreement', 'an estimate', 'a deadline', 'a summary', 'a percentage', 'a formal definition', 'the economy'],
  ...['yesterday', 'as soon as possible', 'more or less', 'for example', 'see above', 'to be continued'],
  ...['the former and the latter', 'the meaning of it', 'terms and conditions', 'foo bar baz', 'lorem ipsum dolor'],
  ...['qwertz', 'xyz', 'blah blah blah'],
];
