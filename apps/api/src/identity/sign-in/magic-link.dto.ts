import { Email, Secret } from '../../http';
import { TOKEN_MAX } from './auth.dto';

export class MagicLinkBody {
  @Email({ description: 'Email address of the user.', example: 'ada@example.com' })
  email: string;
}

export class ConsumeMagicLinkBody {
  @Secret({
    description: '`token` parameter of the mailed link. Required: returns 400 `missing_token` without it.',
    example: 'Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tUvE7aGdFzKi4',
    optional: true,
    nullable: true,
    min: 0,
    max: TOKEN_MAX,
  })
  token?: string | null;
}
