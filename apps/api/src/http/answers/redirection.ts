/** The result of an endpoint with `status: 302`: a redirect without a body. */
export class Redirection {
  constructor(readonly location: string) {}
}
