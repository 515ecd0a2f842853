// The dispatch loop once more, looking at each instruction before it runs: see Interpreter::on_instruction.
#define FERMATA_TRACED_LOOP
#include "vm/interpreter.cpp"
