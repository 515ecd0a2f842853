# packages: chess
import chess

b = chess.Board()
assert len(list(b.legal_moves)) == 20
for m in "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7".split():
    b.push_san(m)
assert b.is_checkmate() and b.result() == "1-0"
print(b)
assert b.fen() == "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
