import { GuessedAddresses } from '../application/sign-in/guessed-addresses';

export class MemoryGuessedAddresses extends GuessedAddresses {
  private readonly attempts: { readonly email: string; readonly at: Date }[] = [];

  override async hold(email: string, limit: number): Promise<Date[]> {
    const mine = this.attempts.filter((each) => each.email === email).map(({ at }) => at);
    return mine.toReversed().slice(0, limit);
  }

  override async note(email: string, at: Date): Promise<void> {
    this.attempts.push({ email, at });
  }
}
