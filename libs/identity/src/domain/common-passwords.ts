// The head of every published count of leaked passwords. The short ones are here for the day the minimum changes,
// and those of eight characters or more are what the refusal is for.
const MOST_COMMON = `
123456 123456789 12345678 password qwerty 12345 1234567 111111 1234567890 123123
abc123 qwerty123 1q2w3e4r admin iloveyou 000000 password1 qwertyuiop 123321 654321
666666 987654321 1q2w3e4r5t 123qwe zxcvbnm 1234 121212 asdfghjkl 112233 dragon
monkey letmein football baseball welcome sunshine princess master shadow superman
michael ashley trustno1 jordan harley hunter buster soccer hockey killer
george andrew charlie thomas robert daniel batman starwars computer whatever
freedom internet samsung pokemon liverpool chelsea arsenal barcelona naruto jessica
password123 password12 passw0rd p@ssw0rd p@ssword qwerty12 qwerty1234 qwertyui 1qaz2wsx 1qazxsw2
zaq12wsx q1w2e3r4 q1w2e3r4t5 1234qwer qwer1234 asdf1234 abcd1234 abc12345 a1b2c3d4 aa123456
11111111 00000000 88888888 12341234 123454321 11223344 87654321 147258369 123456789a 123456abc
welcome1 welcome123 admin123 administrator changeme letmein1 iloveyou1 sunshine1 princess1 football1
baseball1 superman1 dragon123 monkey123 master123 trustno1! test1234 testtest default1 secret123
`;

/** Lower case; compared without regard to case (contract, section 0, Secrets). */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(MOST_COMMON.trim().split(/\s+/));
