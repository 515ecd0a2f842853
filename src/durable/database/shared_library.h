// A library that is loaded when it is first needed: a process that opens no store, as nearly every `fermata run`, starts without it,
// and it need not be installed. It is never unloaded.
#pragma once

#include <string>

namespace fermata::durable {

class SharedLibrary {
 public:
  // `file` as the dynamic linker finds it; `need` for people: "a store needs SQLite". Throws StoreError (kOpen) that says what is missing.
  SharedLibrary(const char* file, const char* need, const char* package);

  template <class Function>
  void find(const char* symbol, Function& function) const {
    function = reinterpret_cast<Function>(address(symbol));
  }

 private:
  // Throws StoreError (kOpen) when the library is too old to have it.
  void* address(const char* symbol) const;

  const char* file_;
  void* library_;
};

}  // namespace fermata::durable
