import { Controller, Get } from '@nestjs/common';
import { SigningKeys } from '@trunkline/identity';
import { Endpoint, Tag } from '../http';
import { JwksDto, toJwksDto } from './jwks.dto';

/** A new key is read at once by whoever meets a token of it; this is how long a retired one may be remembered. */
const CACHE_SECONDS = 300;

@Tag('OAuth')
@Controller('.well-known')
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Get('jwks.json')
  @Endpoint({
    id: 'oauth.keys.list',
    summary: 'The keys that access tokens are signed with',
    description:
      'A JSON Web Key Set (RFC 7517), without envelope. Look again when a token names a key that is not there.',
    access: 'public',
    answer: JwksDto,
    plain: true,
    cacheSeconds: CACHE_SECONDS,
  })
  async jwks(): Promise<JwksDto> {
    return toJwksDto(await this.keys.publicJwks());
  }
}
