/** What a person has to do before the page can go on; its message is the sentence that says so. */
export class Hint extends Error {}
