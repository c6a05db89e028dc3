// Short forms and pet names, and the words that they stand for, so that a phrase of the lexicon is heard however it is shortened:
// "I'm" is "I am", "wanna" is "want to", "my bf" is "my boyfriend". Read so on both sides, in phrases and in what people say.

/** By the word in lower case, without its apostrophe. What may stand for two things ("were", "ill", "its") is left as it is. */
export const SPELLED_OUT: Readonly<Record<string, string>> = {
  ...{ im: 'i am', ive: 'i have', hes: 'he is', shes: 'she is', youre: 'you are', youve: 'you have' },
  ...{
    weve: 'we have',
    theyre: 'they are',
    theyve: 'they have',
    thats: 'that is',
    theres: 'there is',
    whats: 'what is',
  },
  ...{ whos: 'who is', wheres: 'where is', hows: 'how is', isnt: 'is not', arent: 'are not', wasnt: 'was not' },
  ...{ werent: 'were not', dont: 'do not', doesnt: 'does not', didnt: 'did not', havent: 'have not', hasnt: 'has not' },
  ...{ hadnt: 'had not', cant: 'can not', cannot: 'can not', couldnt: 'could not', wont: 'will not' },
  ...{ wouldnt: 'would not', shouldnt: 'should not', wanna: 'want to', gonna: 'going to', gotta: 'got to' },
  ...{ tryna: 'trying to', anymore: 'any more', nobody: 'no one', noone: 'no one', somebody: 'someone' },
  ...{ u: 'you', ur: 'your', ppl: 'people', dunno: 'do not know' },
  ...{
    mum: 'mom',
    mother: 'mom',
    mommy: 'mom',
    mummy: 'mom',
    momma: 'mom',
    mama: 'mom',
    mums: 'moms',
    mothers: 'moms',
  },
  ...{ father: 'dad', daddy: 'dad', papa: 'dad', fathers: 'dads', hubby: 'husband', wifey: 'wife' },
  ...{
    bf: 'boyfriend',
    gf: 'girlfriend',
    bestie: 'friend',
    mate: 'friend',
    sis: 'sister',
    bro: 'brother',
    kiddo: 'kid',
  },
  ...{
    grandmother: 'grandma',
    granny: 'grandma',
    gran: 'grandma',
    nana: 'grandma',
    nan: 'grandma',
    grandmothers: 'grandmas',
  },
  ...{ grandfather: 'grandpa', grandad: 'grandpa', granddad: 'grandpa', gramps: 'grandpa', grandfathers: 'grandpas' },
  ...{
    stepfather: 'stepdad',
    stepmother: 'stepmom',
    stepmum: 'stepmom',
    neighbour: 'neighbor',
    neighbours: 'neighbors',
  },
  ...{ myself: 'my self' },
}
