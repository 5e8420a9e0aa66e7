/** What a handler with `status: 302` returns: the browser goes on there, and there is no body. */
export class Redirection {
  constructor(readonly location: string) {}
}
